import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, renameSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import pg from 'pg';
import { Client } from '../support/client.js';
import { cuttable, forwardTo } from '../support/cuttable-database.js';
import { makeDomain } from '../support/domains.js';
import { makeDisk, makeUpload, send } from '../support/images.js';
import { query } from '../support/sql.js';
import { underLoad } from '../support/under-load.js';
import { done, makeAccount } from '../support/makers.js';
import { Fleet, instance, type Replica } from './fleet.js';

/** Each alert about what the service does fires by the fault that it is for. */
describe('[D-229] the alerts', () => {
  let fleet: Fleet;

  beforeAll(async () => void (fleet = await Fleet.start({})));
  afterAll(() => fleet.stop());

  it('tell of a webhook for text messages that hangs', async () => {
    const webhook = createServer().listen(0, '127.0.0.1');
    await once(webhook, 'listening');
    const { port } = webhook.address() as AddressInfo;
    const env = { DATABASE_URL: await fleet.createDatabase(), SMS_WEBHOOK_URL: `http://127.0.0.1:${port}` };
    const replica = await fleet.add({ env });
    await fleet.watch.expectAlerts(['TextMessagesFailing'], async () => {
      const { client } = await makeAccount(replica);
      await client.post('/profile/phone-number', { iso_code: 'US', phone_number: '+12125550123' });
    });
    await fleet.remove(replica);
    webhook.close();
  });

  it('tell of many unknown images in the store, and of a store that takes none', async () => {
    const store = join(fleet.folder, 'store');
    const images = join(store, 'images');
    mkdirSync(images, { recursive: true });
    const env = { DATABASE_URL: await fleet.createDatabase(), IMAGE_STORE: `file:${store}` };
    // Its first start makes the database the owner of the store.
    const first = await fleet.add({ env });
    await fleet.remove(first);
    const replica = await fleet.watch.expectAlerts(
      ['ImageOrphansKept', 'ImageTransfersFailing'],
      async () => {
        for (let number = 1; number <= 30; number++) {
          const file = join(images, `${number}-${randomBytes(16).toString('hex')}`);
          writeFileSync(file, 'unknown');
          utimesSync(file, 0, 0);
        }
        const again = await fleet.add({ env });
        const { client } = await makeAccount(again);
        const { address } = await makeUpload(again, client);
        renameSync(images, `${images}-away`);
        writeFileSync(images, 'a file instead of the folder');
        expect((await send(address, new Uint8Array(makeDisk().gzip))).status).toBe(503);
        return again;
      },
    );
    await fleet.remove(replica);
  });

  it('tell of jobs that fail, from the first turn on or later, and of statements that the database refuses', async () => {
    const env = { DATABASE_URL: await fleet.createDatabase() };
    const lose = (table: string) =>
      query({ databaseUrl: env.DATABASE_URL }, `ALTER TABLE ${table} RENAME TO lost_${table}`);
    await lose('attempts');
    const names = ['JobNeverSucceeded', 'JobFailing', 'DatabaseUnexpectedErrors', 'JobNotSucceeding'];
    // Alerts about jobs name no replica: another one would do the work.
    const [other] = fleet.replicas;
    await fleet.remove(other!);
    const replica = await fleet.watch.expectAlerts(names, async () => {
      const broken = await fleet.add({ env });
      const turns = `sum(scheduled_job_runs_total{${instance(broken)},name="profile.phone",result="success"})`;
      await fleet.watch.until(`${turns} > bool 0`, 1);
      await lose('phone_codes');
      return broken;
    });
    await fleet.remove(replica);
  });

  it('tell of zone imports that fail on the side of the service', async () => {
    const env = { DATABASE_URL: await fleet.createDatabase() };
    const replica = await fleet.add({ env });
    const { client } = await makeAccount(replica);
    await query({ databaseUrl: env.DATABASE_URL }, 'ALTER TABLE domains RENAME TO lost_domains');
    await fleet.watch.expectAlerts(['ZoneImportsFailing'], async () => {
      const body = { domain: 'import.example', remote_nameserver: '192.0.2.1' };
      expect((await client.post('/domains/import', body)).status).toBe(500);
    });
    await fleet.remove(replica);
  });

  it('tell of rows outside partitions, as after a clock was wrong', async () => {
    const env = { DATABASE_URL: await fleet.createDatabase() };
    const replica = await fleet.add({ env });
    await makeAccount(replica);
    await fleet.watch.expectAlerts(['RowsOutsidePartitions'], () =>
      query(
        { databaseUrl: env.DATABASE_URL },
        `INSERT INTO zone_versions (account_id, domain_id, version, serial, created, kept_since, records_created, records_updated,
           records_deleted)
         SELECT id, 1, 1, 1, now() + interval '1 year', now() + interval '1 year', 0, 0, 0 FROM accounts`,
      ),
    );
    await fleet.remove(replica);
  });

  it('tell of transactions that run again and again', async () => {
    const env = { DATABASE_URL: await fleet.createDatabase() };
    const replicas = [await fleet.add({ env }), await fleet.add({ env })];
    const { client } = await makeAccount(replicas[0]!);
    const { id } = await makeDomain(client);
    const record = { type: 'A', name: 'www', target: '192.0.2.1' };
    const path = `/domains/${id}/records/${done(await client.post(`/domains/${id}/records`, record)).id}`;
    let turn = 0;
    const change = (caller: Client) => caller.put(path, { target: `192.0.2.${++turn % 250}` });
    const loads = await fleet.watch.expectAlerts(['TransactionConflicts'], async () =>
      replicas.map(({ url }) => underLoad(new Client(url, client.token), [change], 16)),
    );
    await Promise.all(loads.map((load) => load.stop()));
    for (const replica of replicas) await fleet.remove(replica);
  });

  it('tell of a database that is away, and not of the jobs that fail meanwhile', async () => {
    const link = await cuttable(await fleet.createDatabase());
    const replica = await fleet.add({ env: { DATABASE_URL: link.url } });
    const { client } = await makeAccount(replica);
    while ((await fleet.watch.firing()).includes('JobFailing'));
    const load = await fleet.watch.expectAlerts(['DatabaseAway', 'ErrorRate'], async () => {
      await link.cut();
      return underLoad(client);
    });
    expect(await fleet.watch.value('sum(scheduled_job_runs_total{result="failure"}) > bool 0')).toBe(1);
    expect(await fleet.watch.firing()).not.toContain('JobFailing');
    await load.stop();
    await fleet.remove(replica);
  });

  it('do not tell of jobs that failed in an outage of the database that is over', async () => {
    const url = await fleet.createDatabase();
    const link = await cuttable(url);
    const replica = await fleet.add({ env: { DATABASE_URL: link.url } });
    const { watch } = fleet;
    const failures = (range: string) =>
      `sum(increase(scheduled_job_runs_total{${instance(replica)},result="failure"}${range})) > bool 0`;
    const firing = 'ALERTS{alertname="JobFailing",alertstate="firing"}';
    await watch.until(`count(${firing}) or vector(0)`, 0);
    const began = Date.now();
    await link.cut();
    await watch.until(failures('[5s]'), 1);
    const restored = await forwardTo(url, Number(new URL(link.url).port));
    // The time that the alert looks back to, sixty times faster.
    await watch.until(failures('[16s]'), 0);
    const past = Math.ceil((Date.now() - began) / 1000);
    expect(await watch.value(`count_over_time(${firing}[${past}s])`)).toBeUndefined();
    await fleet.remove(replica);
    await restored.cut();
  });

  it('tell of tables that somebody locks, while callers pile up', async () => {
    const env = { DATABASE_URL: await fleet.createDatabase(), DATABASE_POOL: '3' };
    const replica = await fleet.add({ env });
    const { client } = await makeAccount(replica);
    const session = new pg.Client(env.DATABASE_URL);
    await session.connect();
    const names = ['DatabaseSlow', 'SlowRequests', 'RequestsPileUp', 'DatabasePoolSaturated'];
    const load = await fleet.watch.expectAlerts(names, async () => {
      await session.query('BEGIN; LOCK TABLE vpcs IN ACCESS EXCLUSIVE MODE');
      return underLoad(client, undefined, 700);
    });
    await session.end();
    await load.stop();
    await fleet.remove(replica);
  });

  it('tell of guesses, and of a limit that refuses many requests', async () => {
    const replica = await fleet.add({
      env: { RATE_LIMIT_REQUESTS: '20', RATE_LIMIT_WINDOW_SECONDS: '3600' },
    });
    const { client } = await makeAccount(replica);
    const load = await fleet.watch.expectAlerts(['Guessing', 'RateLimitRefusals'], async () => {
      await guess(replica, client);
      return underLoad(client, [(caller) => caller.get('/profile')], 1);
    });
    await load.stop();
    await fleet.remove(replica);
  });

  it('tell of secondaries that do not serve a change', async () => {
    const TSIG_KEY = `hmac-sha256:transfer:${Buffer.alloc(32).toString('base64')}`;
    const env = { CATALOG_ZONE: 'catalog.invalid', SECONDARIES: '127.0.0.1:9', TSIG_KEY };
    const replica = await fleet.add({ env });
    await fleet.watch.expectAlerts(['SecondariesBehind'], async () => {
      await makeDomain((await makeAccount(replica)).client);
    });
    await fleet.remove(replica);
  });
});

/** Tries secrets of an OAuth client. */
async function guess({ url }: Replica, client: Client): Promise<void> {
  const made = { label: 'guessed', redirect_uri: 'https://client.example/' };
  const { id } = done(await client.post('/account/oauth-clients', made));
  for (let turn = 0; turn < 150; turn++) {
    const body = { grant_type: 'refresh_token', refresh_token: 'x', client_id: id, client_secret: `${turn}` };
    await fetch(`${url}/oauth/token`, { method: 'POST', body: new URLSearchParams(body) });
  }
}
