import { startApp, type TestApp } from '../support/app.js';
import { axfrPeer, serving } from '../support/axfr-peer.js';
import type { Client } from '../support/client.js';
import { makeDomain, transferFrom } from '../support/domains.js';
import { done, makeAccount } from '../support/makers.js';
import { startAnnouncing } from './announcing.js';
import { CUSTOMERS_SECONDARIES } from './customers-secondaries.js';
import type { Program } from './program.js';
import { startPowerDns } from './programs.js';
import { customersSettings } from './secondaries.js';
import { until } from './until.js';

const PRIMARY = '127.0.0.111';

let app: TestApp;
let stopAnnouncing: () => Promise<void>;
let primary: Program;
let client: Client;
beforeAll(async () => {
  app = await startApp(customersSettings(PRIMARY));
  stopAnnouncing = startAnnouncing(app);
  primary = await startPowerDns(PRIMARY, app.databaseUrl);
  ({ client } = await makeAccount(app));
});
afterAll(async () => {
  await primary?.stop();
  await stopAnnouncing();
  await app.close();
});

describe.each(CUSTOMERS_SECONDARIES)(
  '[D-205] a secondary of a customer that runs %s',
  (_name, address, start) => {
    it('follows a domain through deletes, a new domain of that name, and an import', async () => {
      const axfr_ips = [address];
      const { id, domain } = await makeDomain(client, [['A', '', '192.0.2.1']], { axfr_ips });
      const secondary = await start(address, PRIMARY, domain);
      const follows = (target: string) =>
        until(async () => (await secondary.short(domain, 'A')).join() === target);
      try {
        await follows('192.0.2.1');

        done(await client.delete(`/domains/${id}`));
        const body = { domain, type: 'master', soa_email: 'a@example.com', axfr_ips };
        const again = done(await client.post('/domains', body));
        done(await client.post(`/domains/${again.id}/records`, { type: 'A', target: '192.0.2.2' }));
        await follows('192.0.2.2');

        done(await client.delete(`/domains/${again.id}`));
        const imported = await importWith(domain, 7);
        done(await client.post(`/domains/${imported}/records`, { type: 'A', target: '192.0.2.3' }));
        done(await client.put(`/domains/${imported}`, { axfr_ips }));
        await follows('192.0.2.3');
      } finally {
        await secondary.stop();
      }
    });
  },
);

async function importWith(domain: string, serial: number): Promise<number> {
  const peer = await axfrPeer(serving([], { soa: { serial } }));
  transferFrom(app, peer.port);
  const { id } = done(await client.post('/domains/import', { domain, remote_nameserver: '127.0.0.1' }));
  await peer.close();
  return id;
}
