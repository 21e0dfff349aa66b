import { rmSync } from 'node:fs';
import pg from 'pg';
import { hasPendingMigrations, migrate } from '../../src/database/migrations/migrate.js';
import { pooler, startApp, type TestApp } from '../support/app.js';
import { createEmptyDatabase, createTestDatabase } from '../support/database.js';
import { done, makeAccount, makeVpc } from '../support/makers.js';
import { makeTemporaryFolder } from '../support/temporary-postgres.js';
import { TEST_SERVER_URL } from '../support/test-run.js';
import { PgBouncer } from './pgbouncer.js';

// Made before the tests below are read: some of them begin with an application.
const folder = makeTemporaryFolder();
const bouncer = await PgBouncer.start(folder, process.env[TEST_SERVER_URL]!);
pooler.port = bouncer.port;

afterAll(async () => {
  delete pooler.port;
  await bouncer.stop();
  rmSync(folder, { recursive: true });
});

describe('through PgBouncer in transaction mode', () => {
  let app: TestApp;
  beforeAll(async () => (app = await startApp({ DATABASE_POOL: '40' })));
  afterAll(() => app.close());

  it('many callers share two connections of the server', async () => {
    const accounts = await Promise.all(Array.from({ length: 10 }, () => makeAccount(app)));
    await Promise.all(
      accounts.flatMap(({ client }) =>
        Array.from({ length: 8 }, async (_, turn) => {
          const { id } = await makeVpc(client, { label: `net-${turn}`, subnets: 2 });
          done(await client.put(`/vpcs/${id}`, { description: 'x' }));
          expect(done(await client.get(`/vpcs/${id}`)).subnets).toHaveLength(2);
          expect(done(await client.filter('/vpcs', { label: `net-${turn}` })).results).toBe(1);
        }),
      ),
    );
    const [first, second] = await bothServers((server) => server.query('SELECT pg_backend_pid() AS pid'));
    expect(first!.rows).not.toEqual(second!.rows);
    const others = await onServer('SELECT pid FROM pg_stat_activity WHERE datname = current_database()');
    expect(others.filter(({ pid }) => ![first, second].some((one) => one!.rows[0].pid === pid))).toHaveLength(
      1,
    );
  });

  it('[D-21] TypeORM’s repositories and statements share a transaction, without names', async () => {
    const { client } = await makeAccount(app);
    const made = await Promise.all(
      Array.from({ length: 20 }, async (_, turn) => {
        const key = done(
          await client.post('/profile/sshkeys', { label: `${turn}`, ssh_key: 'ssh-rsa AAAA' }),
        );
        return done(await client.put(`/profile/sshkeys/${key.id}`, { label: `renamed ${turn}` }));
      }),
    );
    expect(new Set(made.map(({ label }) => label)).size).toBe(20);
    expect(done(await client.get('/profile/sshkeys')).results).toBe(20);
  });

  it('[D-225] reads outside transactions compile no plan', async () => {
    const settings = await bothServers((server) => server.query('SHOW jit'));
    expect(settings.map(({ rows }) => rows)).toEqual([[{ jit: 'off' }], [{ jit: 'off' }]]);
  });

  it('leaves nothing in a session of the server that the next transaction would find', async () => {
    const { client } = await makeAccount(app);
    const { id } = await makeVpc(client);
    await Promise.all(Array.from({ length: 20 }, () => client.put(`/vpcs/${id}`, { label: 'net' })));
    const left = await bothServers(async (server) => ({
      statements: (await server.query('SELECT name FROM pg_prepared_statements')).rows,
      locks: (await server.query(ADVISORY_LOCKS)).rows,
      channels: (await server.query('SELECT pg_listening_channels()')).rows,
      tables: (await server.query("SELECT relname FROM pg_class WHERE relpersistence = 't'")).rows,
      settings: (await server.query(SESSION_SETTINGS)).rows,
    }));
    for (const one of left) {
      expect(one).toMatchObject({ statements: [], locks: [], channels: [], tables: [] });
      // Those of the pooler's own file; what it keeps for each client is not in question.
      expect(one.settings).toEqual([
        { name: 'jit', setting: 'off' },
        { name: 'random_page_cost', setting: '1.1' },
        { name: 'search_path', setting: 'public' },
        { name: 'statement_timeout', setting: '6000' },
      ]);
    }
  });

  it('takes migrations, of five that start together on a new database', async () => {
    const database = await createEmptyDatabase();
    await Promise.all(Array.from({ length: 5 }, () => migrate(bouncer.before(database.url))));
    expect(await hasPendingMigrations(database.url)).toBe(false);
    await database.drop();
  });

  it('[D-09] shows times in UTC, whatever the time zone of the database', async () => {
    const database = await createTestDatabase();
    const name = new URL(database.url).pathname.slice(1);
    await onServer(`ALTER DATABASE ${name} SET TimeZone = 'Asia/Kolkata'`);
    const elsewhere = await startApp({}, { databaseUrl: database.url, clock: app.clock });
    const { client } = await makeAccount(elsewhere);
    const made = await makeVpc(client);
    expect(done(await client.get(`/vpcs/${made.id}`)).created).toBe(made.created);
    expect(done(await client.get('/account/events')).data[0].created).toBe(made.created);
    await elsewhere.close();
    await database.drop();
  });

  it('holds the time-outs of a transaction', async () => {
    const short = await startApp({ DATABASE_LOCK_TIMEOUT_SECONDS: '1' }, app);
    const { client } = await makeAccount(short);
    const { id } = await makeVpc(client);
    const session = new pg.Client(app.databaseUrl);
    await session.connect();
    await session.query('BEGIN');
    await session.query('SELECT FROM vpcs WHERE id = $1 FOR UPDATE', [id]);
    expect((await client.put(`/vpcs/${id}`, { label: 'new' })).status).toBe(503);
    await session.end();
    done(await client.put(`/vpcs/${id}`, { label: 'new' }));
    await short.close();
  });

  /** Asks in both of the pooler's sessions at the server: while one is in a transaction, the other serves. */
  async function bothServers<Result>(ask: (server: pg.Client) => Promise<Result>): Promise<Result[]> {
    const clients = [1, 2].map(() => new pg.Client(bouncer.before(app.databaseUrl)));
    await Promise.all(clients.map((client) => client.connect()));
    await Promise.all(clients.map((client) => client.query('BEGIN')));
    const results = await Promise.all(clients.map(ask));
    await Promise.all(clients.map((client) => client.end()));
    return results;
  }

  async function onServer(sql: string): Promise<{ pid: number }[]> {
    const client = new pg.Client(app.databaseUrl);
    await client.connect();
    const { rows } = await client.query<{ pid: number }>(sql);
    await client.end();
    return rows;
  }
});

const ADVISORY_LOCKS = `SELECT objid FROM pg_locks WHERE locktype = 'advisory' AND pid = pg_backend_pid()`;
const SESSION_SETTINGS = `SELECT name, setting FROM pg_settings WHERE source = 'session'
  AND name NOT IN ('application_name', 'client_encoding', 'DateStyle', 'TimeZone', 'standard_conforming_strings')
  ORDER BY name`;

// A walk over every endpoint, races, and what each area does with the database that the others do not.
for (const file of [
  '../access/decided-first.test.ts',
  '../access/admitted.test.ts',
  '../races/vpcs.test.ts',
  '../api/domain/import.test.ts',
  '../api/image/uploads.test.ts',
  '../api/image/captures.test.ts',
  '../auth/tokens.test.ts',
]) {
  await import(file);
}
