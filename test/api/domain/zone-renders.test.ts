import pg from 'pg';
import { startApp, type TestApp } from '../../support/app.js';
import { makeDomain } from '../../support/domains.js';
import { done, makeAccount } from '../../support/makers.js';
import { lockIsAwaited, query } from '../../support/sql.js';

let app: TestApp;
beforeAll(
  async () => (app = await startApp({ MAX_ZONE_RENDERS: '1/2', DATABASE_STATEMENT_TIMEOUT_SECONDS: '20' })),
);
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

it('[D-105] a zone file that takes too much memory is refused, and the process goes on', async () => {
  const { client } = await makeAccount(app);
  const { id } = await makeDomain(client);
  const path = `/domains/${id}/zone-file`;
  // Each backslash has one before it in the zone file, and both have one more in JSON.
  const fill = (names: string, count: number) =>
    query(
      app,
      `INSERT INTO records (account_id, domain_id, type, name, fqdn, target, rdata, ttl_sec, priority, weight, port, created, updated)
       SELECT account_id, id, 'TXT', $2 || n, $2 || n || '.' || domain, repeat('\\', 64900), '"' || repeat('\\\\', 64900) || '"',
         0, 0, 0, 0, now(), now() FROM domains, generate_series(1, $3) n WHERE id = $1`,
      [id, names, count],
    );
  await fill('a', 100);
  expect(done(await client.get(path)).zone_file).toHaveLength(4 + 2 + 100);
  await fill('b', 500);
  done(await client.put(`/domains/${id}`, { description: 'not in the cache' }));
  expect(await client.get(path)).toMatchObject({ status: 503 });
  done(await client.get(`/domains/${id}`));
});
