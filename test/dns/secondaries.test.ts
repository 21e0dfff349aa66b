import { startApp, type TestApp } from '../support/app.js';
import type { Client } from '../support/client.js';
import { makeDomain, nextDomain } from '../support/domains.js';
import { done, makeAccount } from '../support/makers.js';
import { query } from '../support/sql.js';
import { startAnnouncing } from './announcing.js';
import type { Program } from './program.js';
import { startPowerDns } from './programs.js';
import { secondarySettings, startSecondaries } from './secondaries.js';
import { until } from './until.js';

const PRIMARY = '127.0.0.101';
const ADDRESSES = ['127.0.0.102', '127.0.0.103'] as const;
const SETTINGS = secondarySettings(ADDRESSES);

let app: TestApp;
let stopAnnouncing: () => Promise<void>;
let primary: Program;
let secondaries: Program[];
let client: Client;
beforeAll(async () => {
  app = await startApp(SETTINGS);
  stopAnnouncing = startAnnouncing(app);
  primary = await startPowerDns(PRIMARY, app.databaseUrl);
  secondaries = await startSecondaries(SETTINGS, PRIMARY);
  ({ client } = await makeAccount(app));
}, 60_000);
afterAll(async () => {
  await Promise.all([primary, ...(secondaries ?? [])].map((program) => program?.stop()));
  await stopAnnouncing();
  await app.close();
});

describe('[D-246] the secondaries follow', () => {
  it('a new, changed, disabled, enabled and deleted domain', async () => {
    const { id, domain } = await makeDomain(client, [['A', 'www', '192.0.2.1']]);
    await allAnswer(`www.${domain}`, ['192.0.2.1']);
    done(await client.post(`/domains/${id}/records`, { type: 'A', name: 'www', target: '192.0.2.2' }));
    await allAnswer(`www.${domain}`, ['192.0.2.1', '192.0.2.2']);
    await client.put(`/domains/${id}`, { status: 'disabled' });
    await allSay(domain, 'REFUSED');
    await client.put(`/domains/${id}`, { status: 'active' });
    await allAnswer(`www.${domain}`, ['192.0.2.1', '192.0.2.2']);
    await client.delete(`/domains/${id}`);
    await allSay(domain, 'REFUSED');
  });

  it('a domain with another name, and the name with another domain', async () => {
    const { id, domain } = await makeDomain(client, [['A', '', '192.0.2.1']]);
    await allAnswer(domain, ['192.0.2.1']);
    const renamed = nextDomain();
    await client.put(`/domains/${id}`, { domain: renamed });
    await allAnswer(renamed, ['192.0.2.1']);
    await allSay(domain, 'REFUSED');
    const again = done(await client.post('/domains', { domain, type: 'master', soa_email: 'a@example.com' }));
    done(await client.post(`/domains/${again.id}/records`, { type: 'A', target: '192.0.2.9' }));
    await allAnswer(domain, ['192.0.2.9']);
  });
});

describe('[D-246] a change is not lost', () => {
  const change = async (target: string) => {
    const { id, domain } = await makeDomain(client, [['A', '', '192.0.2.1']]);
    await allAnswer(domain, ['192.0.2.1']);
    return {
      domain,
      apply: async () => done(await client.post(`/domains/${id}/records`, { type: 'A', target })),
    };
  };

  it('when a secondary is away, and it serves what it had while the primary is away', async () => {
    const { domain, apply } = await change('192.0.2.2');
    await secondaries[0]!.end();
    await apply();
    await until(async () => (await secondaries[1]!.short(domain, 'A')).length === 2);
    await primary.end();
    await secondaries[0]!.restart();
    expect(await secondaries[0]!.short(domain, 'A')).toEqual(['192.0.2.1']);
    await primary.restart();
    await allAnswer(domain, ['192.0.2.1', '192.0.2.2']);
  });

  it('when the primary is away', async () => {
    const { domain, apply } = await change('192.0.2.2');
    await primary.end();
    await apply();
    const added = await makeDomain(client, [['A', '', '192.0.2.3']]);
    await primary.restart();
    await allAnswer(domain, ['192.0.2.1', '192.0.2.2']);
    await allAnswer(added.domain, ['192.0.2.3']);
  });

  it('and is forgotten when all serve it', async () => {
    const { domain, apply } = await change('192.0.2.2');
    await apply();
    await allAnswer(domain, ['192.0.2.1', '192.0.2.2']);
    await until(async () => {
      const rows = await query(
        app,
        'SELECT FROM pdns.announcements UNION ALL SELECT FROM pdns.changed_catalogs',
      );
      return rows.length === 0;
    });
  });
});

describe('[D-246] nobody else', () => {
  it('transfers a zone or a catalog without the key', async () => {
    const { domain } = await makeDomain(client, [['A', '', '192.0.2.1']]);
    await allAnswer(domain, ['192.0.2.1']);
    for (const program of [primary, ...secondaries]) {
      for (const zone of [domain, '0.catalog.invalid']) expect(await program.transfer(zone)).toEqual([]);
    }
    expect(await primary.transfer(domain, '127.0.0.1', SETTINGS.TSIG_KEY)).toHaveLength(4);
  });

  it('[D-288] transfers a catalog as a domain of theirs, or asks for its members by name', async () => {
    const { id, domain } = await makeDomain(client, [], { axfr_ips: ['127.0.0.1'] });
    const catalogs = [...'0123456789abcdef'].map((position) => `${position}.catalog.invalid`);
    for (const name of catalogs) {
      const answer = await client.post('/domains', {
        domain: name,
        type: 'master',
        soa_email: 'a@example.com',
      });
      expect(answer.status).toBe(400);
      // As if the service had let it pass.
      await query(app, 'UPDATE domains SET domain = $2 WHERE id = $1', [id, name]);
      for (const program of [primary, ...secondaries]) expect(await program.transfer(name)).toEqual([]);
      for (const label of ['1', '2', '3'])
        expect(await primary.short(`${label}.zones.${name}`, 'PTR')).toEqual([]);
    }
    await query(app, 'UPDATE domains SET domain = $2 WHERE id = $1', [id, domain]);
    expect(await primary.transfer(domain)).toHaveLength(3);
  });
});

async function allAnswer(name: string, addresses: string[]): Promise<void> {
  for (const secondary of secondaries) {
    await until(async () => (await secondary.short(name, 'A')).join() === addresses.join());
  }
}

async function allSay(name: string, status: string): Promise<void> {
  for (const secondary of secondaries) {
    await until(async () => (await secondary.status(name, 'A')) === status);
  }
}
