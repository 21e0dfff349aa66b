import { ZoneTransfer } from '../../src/domain/zones/transfer/zone-transfer.js';
import { AXFR_BOUNDS, type AxfrBounds } from '../../src/domain/zones/transfer/axfr.js';
import type { TestApp } from './app.js';
import type { Client } from './client.js';
import { done, next } from './makers.js';

/** A name that no other test of this file has. */
export function nextDomain(): string {
  return `domain-${next()}.example.com`;
}

/** A master domain with these records, each `[type, name, target, more]`. */
export async function makeDomain(
  client: Client,
  records: readonly (readonly [string, string, string, object?])[] = [],
  extra: object = {},
) {
  const domain = nextDomain();
  const body = { domain, type: 'master', soa_email: 'admin@example.com', ...extra };
  const made = done(await client.post('/domains', body));
  for (const [type, name, target, more] of records) {
    done(await client.post(`/domains/${made.id}/records`, { type, name, target, ...more }));
  }
  return made;
}

/** Lets imports connect to nameservers of the test: on loopback, on this port, within these bounds. */
export function transferFrom({ app }: TestApp, port: number, bounds: Partial<AxfrBounds> = {}): void {
  const settings = {
    nameservers: ['ns1.example.net', 'ns2.example.net'],
    allowedNetworks: ['127.0.0.0/8'],
    sourceIps: [],
    bounds: { ...AXFR_BOUNDS, ...bounds, port },
  };
  Object.assign(app.get(ZoneTransfer), { settings });
}
