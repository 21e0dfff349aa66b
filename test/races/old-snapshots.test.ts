import pg from 'pg';
import { ENDED_APPS } from '../../src/access/oauth-clients/authorized-apps.sql.js';
import { TAKE, type Notification } from '../../src/domain/nameservers/customers/notifications.sql.js';
import { REMOVE, TAKE_NEW } from '../../src/domain/nameservers/secondaries/announcements.sql.js';
import type { Command } from '../../src/database/statement.js';
import { startApp, type TestApp } from '../support/app.js';
import { makeDomain } from '../support/domains.js';
import { done, makeAccount } from '../support/makers.js';
import { makeOAuthClient, makeOAuthToken } from '../support/oauth-makers.js';
import { lockIsAwaited, query } from '../support/sql.js';

const SETTINGS = {
  CATALOG_ZONE: 'catalog.invalid',
  SECONDARIES: '127.0.0.1:9',
  TSIG_KEY: `hmac-sha256:key.example:${Buffer.alloc(32, 5).toString('base64')}`,
};

let app: TestApp;
let holder: pg.Client;
beforeAll(async () => {
  app = await startApp(SETTINGS);
  holder = new pg.Client(app.databaseUrl);
  await holder.connect();
});
afterAll(async () => {
  await holder.end();
  await app.close();
});

const HELD = 'WHERE (SELECT pg_advisory_xact_lock(7)) IS NOT NULL AND';

/** Runs the statement of a job, which reads the rows as they were before `change`. */
async function withSnapshotBefore<Row>(
  change: () => Promise<unknown>,
  { text }: Command<Row>,
  values: readonly unknown[],
): Promise<Row[]> {
  await holder.query('SELECT pg_advisory_lock(7)');
  const rows = query(app, text.replace('WHERE', HELD), values);
  await lockIsAwaited(app);
  await change();
  await holder.query('SELECT pg_advisory_unlock(7)');
  return (await rows) as Row[];
}

it('[D-89] the job that deletes ended apps keeps one that gets a token at the same time', async () => {
  const account = await makeAccount(app);
  const clientId = await makeOAuthClient(account);
  const inSeconds = (seconds: number) => new Date(app.clock.milliseconds() + seconds * 1000).toISOString();
  await makeOAuthToken(app, account, { clientId, expiry: inSeconds(600) });
  let late = account.client;
  const authorize = async () => (late = await makeOAuthToken(app, account, { clientId }));
  await withSnapshotBefore(authorize, ENDED_APPS.deletion, [inSeconds(1200), 500]);
  expect((await late.get('/vpcs')).status).toBe(200);
  await query(app, ENDED_APPS.deletion.text, [inSeconds(1200), 500]);
  expect((await late.get('/vpcs')).status).toBe(200);
});

it('[D-289] a zone that changes while zones are taken is told to its new secondaries', async () => {
  const { client } = await makeAccount(app);
  const { id } = await makeDomain(client, [], { axfr_ips: ['192.0.2.1'] });
  const told = ({ addresses }: Notification) => addresses;
  const change = async () => done(await client.put(`/domains/${id}`, { axfr_ips: ['192.0.2.2'] }));
  const early = await withSnapshotBefore(change, TAKE, [10]);
  const later = (await query(app, TAKE.text, [10])) as unknown as Notification[];
  expect([...early, ...later].flatMap(told)).toContain('192.0.2.2');
});

it('[D-246] the announcement of a zone that is enabled while zones are taken is not removed', async () => {
  const { client } = await makeAccount(app);
  const { id } = await makeDomain(client, []);
  done(await client.put(`/domains/${id}`, { status: 'disabled' }));
  const enable = async () => done(await client.put(`/domains/${id}`, { status: 'active' }));
  const taken = await withSnapshotBefore(enable, TAKE_NEW, [10]);
  const gone = taken.filter(({ name }) => name === null);
  await query(app, REMOVE.text, [gone.map(({ zoneId }) => zoneId), gone.map(({ serial }) => serial)]);
  expect(await query(app, 'SELECT FROM pdns.announcements WHERE zone_id = $1', [id])).toHaveLength(1);
});
