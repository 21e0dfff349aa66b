import { ZoneTransfer } from '../../src/domain/zones/transfer/zone-transfer.js';
import { AXFR_BOUNDS, type AxfrBounds } from '../../src/domain/zones/transfer/axfr.js';
import type { TestApp } from './app.js';
import type { Client } from './client.js';
import { done, next } from './makers.js';
import { query } from './sql.js';

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

/**
 * Fills an empty domain with TXT records of so many characters each, as the platform's customers do over time.
 * @returns the domain's id
 */
export async function makeLongDomain(
  app: Pick<TestApp, 'databaseUrl'>,
  client: Client,
  records: number,
  characters: number,
): Promise<number> {
  const { id } = await makeDomain(client);
  await query(
    app,
    `INSERT INTO records (account_id, domain_id, type, name, target, ttl_sec, priority, weight, port, created, updated, fqdn, rdata)
     SELECT account_id, id, 'TXT', 'n' || i, left(repeat(md5(i::text), $3 / 32 + 1), $3), 0, 0, 0, 0, now(), now(), 'n' || i || '.' || domain, '"x"'
       FROM domains, generate_series(1, $2) i WHERE id = $1`,
    [id, records, characters],
  );
  await query(app, 'UPDATE domains SET record_count = $2 WHERE id = $1', [id, records]);
  return id;
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
