import { NameserversService } from '../../src/domain/nameservers/nameservers.service.js';
import { ZONE_FORM } from '../../src/domain/zones/zone-file.rules.js';
import { startApp, type TestApp } from '../support/app.js';
import { makeDomain, nextDomain } from '../support/domains.js';
import { done, makeAccount } from '../support/makers.js';
import { query } from '../support/sql.js';

let app: TestApp;
beforeEach(async () => {
  app = await startApp();
});
afterEach(() => app.close());

async function serials(): Promise<number[]> {
  const rows = await query(app, 'SELECT serial FROM domains ORDER BY id');
  return rows.map(({ serial }) => Number(serial));
}

/** Starts a replica with these settings, as an update does, and runs the job of it. @returns how many serials it raised */
async function start(env: Record<string, string> = {}): Promise<number> {
  const replica = await startApp(env, app);
  const raised = await replica.app.get(NameserversService).raiseSerials();
  await replica.close();
  return raised;
}

describe('[D-292] the serials of all zones', () => {
  it('rise once when NAMESERVERS change, and when a release shows zones otherwise', async () => {
    const { client } = await makeAccount(app);
    await makeDomain(client);
    await makeDomain(client, [], { status: 'disabled' });
    done(await client.post('/domains', { domain: nextDomain(), type: 'slave', master_ips: ['192.0.2.1'] }));
    await start();
    const [first = 0, second = 0, slave = 0] = await serials();
    expect(await start()).toBe(0);

    expect(await start({ NAMESERVERS: 'ns1.example.net,ns3.example.net' })).toBe(2);
    expect(await serials()).toEqual([first + 1, second + 1, slave]);
    expect(await start({ NAMESERVERS: 'ns1.example.net,ns3.example.net' })).toBe(0);

    await query(app, `UPDATE pdns.zone_form SET form = replace(form, '${ZONE_FORM} ', '0 ')`);
    expect(await start({ NAMESERVERS: 'ns1.example.net,ns3.example.net' })).toBe(2);
    expect(await serials()).toEqual([first + 2, second + 2, slave]);
  });

  it('rise for the rest when the process ended that raised them', async () => {
    const { client } = await makeAccount(app);
    const { id } = await makeDomain(client);
    await makeDomain(client);
    await start();
    await query(app, 'UPDATE pdns.zone_form SET raised_to = $1', [id]);
    const [first = 0, second = 0] = await serials();
    expect(await start()).toBe(1);
    expect(await serials()).toEqual([first, second + 1]);
  });
});
