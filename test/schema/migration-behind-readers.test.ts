import { mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { migrate } from '../../src/database/migrations/migrate.js';
import { migrationsFolder } from '../../src/database/migrations/migration-files.js';
import { startApp, type TestApp } from '../support/app.js';
import { type Client } from '../support/client.js';
import { makeDomain } from '../support/domains.js';
import { makeAccount, makeVpc } from '../support/makers.js';

/** Those that the calls below need. `npm run test:faults` takes all tables. */
const TABLES = process.env.ALL_TABLES
  ? undefined
  : ['accounts', 'users', 'tokens', 'events', 'domains', 'records', 'vpcs'];

const ALL_TABLES = `
  SELECT oid::regclass::text AS name FROM pg_class
  WHERE relkind IN ('r', 'p') AND NOT relispartition AND relnamespace IN ('public'::regnamespace, 'pdns'::regnamespace)
    AND relname <> 'schema_migrations' ORDER BY 1`;

/**
 * A reader (pg_dump, a report) holds each table while a new replica changes it. A request that waited longer for a lock than
 * DATABASE_LOCK_TIMEOUT_SECONDS (4) would be answered with 503, so the statuses say how long the requests waited.
 */
describe('[D-223] a new replica that migrates behind a long reader', () => {
  let app: TestApp;
  let folder: string;
  let reader: pg.Client;
  let tables: string[];

  beforeAll(async () => {
    app = await startApp();
    reader = new pg.Client(app.databaseUrl);
    await reader.connect();
    tables = TABLES ?? (await reader.query<{ name: string }>(ALL_TABLES)).rows.map(({ name }) => name);
    folder = mkdtempSync(join(tmpdir(), 'migrations-'));
    for (const file of readdirSync(migrationsFolder).filter((name) => name.endsWith('.sql')))
      symlinkSync(join(migrationsFolder, file), join(folder, file));
    for (const [at, table] of tables.entries()) {
      writeFileSync(
        join(folder, `${9000 + at}-probe.up.sql`),
        `ALTER TABLE ${table} ADD COLUMN probe integer;`,
      );
    }
  });
  afterAll(async () => {
    await reader.end();
    await app.close();
    rmSync(folder, { recursive: true });
  });

  it('leaves the old replica answering every request', async () => {
    const { client } = await makeAccount(app);
    const calls = await callsOf(client);
    // ROLLBACK TO lets go of the table that was read last, so the first table is the first to be free.
    await reader.query('BEGIN');
    for (const table of tables.toReversed()) {
      await reader.query(`SAVEPOINT ${savepoint(table)}; SELECT FROM ${table} LIMIT 0`);
    }
    const statuses = new Set<number>();
    const refused: string[] = [];
    let migrating = true;
    const callers = calls.map(async (call) => {
      while (migrating) statuses.add((await call()).status);
    });
    const held = [...tables];
    await migrate(app.databaseUrl, {
      folder,
      onRetry: (reason) => {
        refused.push(reason.message);
        void reader.query(`ROLLBACK TO ${savepoint(held.shift()!)}`);
      },
    });
    migrating = false;
    await Promise.all(callers);
    expect([...statuses]).toEqual([200]);
    expect(refused.length).toBeGreaterThanOrEqual(tables.length);
    expect(refused.every((message) => message.includes('lock timeout'))).toBe(true);
  }, 600_000);

  async function callsOf(client: Client) {
    const vpc = await makeVpc(client);
    const domain = await makeDomain(client);
    const record = `/domains/${domain.id}/records`;
    return [
      () => client.get('/account/events'),
      () => client.get(`/vpcs/${vpc.id}`),
      () => client.put(`/vpcs/${vpc.id}`, { label: 'net' }),
      () => client.post(record, { type: 'TXT', name: 'a', target: `${Math.random()}` }),
      () => client.put('/profile', { timezone: 'GMT' }),
    ];
  }
});

function savepoint(table: string): string {
  return `s_${table.replace('.', '_')}`;
}
