import pg from 'pg';
import { startApp, type TestApp } from '../../support/app.js';
import { makeDomain } from '../../support/domains.js';
import { done, makeAccount } from '../../support/makers.js';
import { lockIsAwaited } from '../../support/sql.js';

let app: TestApp;
beforeAll(async () => (app = await startApp({ MAX_ZONE_RENDERS: '1/2' })));
afterAll(() => app.close());

it('[D-211] zone files of one account that are rendered wait for each other at most 2 s', async () => {
  const { client } = await makeAccount(app);
  const [first, second] = [await makeDomain(client), await makeDomain(client)];
  const blocker = new pg.Client(app.databaseUrl);
  await blocker.connect();
  await blocker.query('BEGIN; LOCK TABLE records IN ACCESS EXCLUSIVE MODE');
  const slow = client.get(`/domains/${first.id}/zone-file`);
  await lockIsAwaited(app);
  const refused = await client.get(`/domains/${second.id}/zone-file`);
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '2']);
  await blocker.query('ROLLBACK');
  await blocker.end();
  done(await slow);
  done(await client.get(`/domains/${second.id}/zone-file`));
});

it('[D-105] a domain that is disabled while its zone file is rendered has an empty one', async () => {
  const { client } = await makeAccount(app);
  const { id } = await makeDomain(client);
  const blocker = new pg.Client(app.databaseUrl);
  await blocker.connect();
  await blocker.query('BEGIN; LOCK TABLE records IN ACCESS EXCLUSIVE MODE');
  const slow = client.get(`/domains/${id}/zone-file`);
  await lockIsAwaited(app);
  await blocker.query("UPDATE domains SET status = 'disabled' WHERE id = $1", [id]);
  await blocker.query('COMMIT');
  await blocker.end();
  expect(done(await slow)).toEqual({ zone_file: [] });
  done(await client.put(`/domains/${id}`, { status: 'active' }));
  expect(done(await client.get(`/domains/${id}/zone-file`)).zone_file).not.toEqual([]);
});
