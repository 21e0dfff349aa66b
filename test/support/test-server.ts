import { randomInt } from 'node:crypto';
import pg from 'pg';
import { migrate } from '../../src/database/migrations/migrate.js';
import { startTemporaryPostgres, type TemporaryPostgres } from './temporary-postgres.js';
import { databaseUrl, TEST_RUN, TEST_SERVER_URL } from './test-run.js';

let server: TemporaryPostgres | undefined;
let session: pg.Client | undefined;

/**
 * Starts the PostgreSQL of this test run, or uses that of DATABASE_URL, and makes the template of the tests'
 * databases. A session under the run's name shows other runs on the same server that this one is alive.
 */
export async function startTestServer(): Promise<void> {
  if (!process.env.DATABASE_URL) server = await startTemporaryPostgres();
  const url = process.env.DATABASE_URL || server!.url;
  const run = `test_${randomInt(1e9, 1e10)}`;
  process.env[TEST_SERVER_URL] = url;
  process.env[TEST_RUN] = run;
  session = new pg.Client({ connectionString: url, application_name: run });
  session.on('error', () => undefined);
  await session.connect();
  if (server) await makeLoginsCheap(new URL(url));
  await dropDatabasesOf(await deadRuns());
  await session.query(`CREATE DATABASE ${run}_template`);
  await migrate(databaseUrl(`${run}_template`));
}

/** Tests make thousands of connections, and each derives a key from the password as often as this says. */
async function makeLoginsCheap({ username, password }: URL): Promise<void> {
  await session!.query('SET scram_iterations = 1');
  await session!.query(`ALTER ROLE ${username} PASSWORD '${password}'`);
}

export async function stopTestServer(): Promise<void> {
  await dropDatabasesOf([process.env[TEST_RUN] ?? '']);
  await session?.end();
  await server?.remove();
}

async function deadRuns(): Promise<string[]> {
  const { rows } = await session!.query<{ run: string }>(`
    SELECT DISTINCT substring(datname FROM '^test_[0-9]{10}') AS run FROM pg_database
    WHERE datname ~ '^test_[0-9]{10}_' AND pg_get_userbyid(datdba) = current_user
    EXCEPT SELECT application_name FROM pg_stat_activity`);
  return rows.map(({ run }) => run);
}

async function dropDatabasesOf(runs: string[]): Promise<void> {
  const { rows } = await session!.query<{ datname: string }>(
    `SELECT datname FROM pg_database WHERE substring(datname FROM '^test_[0-9]{10}') = ANY ($1)`,
    [runs],
  );
  for (const { datname } of rows) await session!.query(`DROP DATABASE IF EXISTS ${datname} WITH (FORCE)`);
}
