import pg from 'pg';
import { AbstractLogger, DataSource } from 'typeorm';
import { migrationClasses, migrationsFolder } from './migration-files.js';

/** Any number that no other advisory lock of the database uses. */
const MIGRATION_LOCK = 4_176_001;

/**
 * Brings the schema to the newest version. Replicas that start together wait for the one that migrates. Each
 * migration is a transaction: a failing one leaves the schema before it, and the error names the file.
 */
export async function migrate(databaseUrl: string, folder = migrationsFolder): Promise<void> {
  await withMigrationLock(databaseUrl, () =>
    withMigrations(databaseUrl, folder, async (source) => {
      await source.runMigrations({ transaction: 'each' });
    }),
  );
}

/** Takes back the newest migrations, as many as `steps` says. */
export async function migrateDown(
  databaseUrl: string,
  steps: number,
  folder = migrationsFolder,
): Promise<void> {
  await withMigrationLock(databaseUrl, () =>
    withMigrations(databaseUrl, folder, async (source) => {
      for (let step = 0; step < steps; step++) await source.undoLastMigration({ transaction: 'each' });
    }),
  );
}

/** Whether `migrate` would change something. */
export function hasPendingMigrations(databaseUrl: string, folder = migrationsFolder): Promise<boolean> {
  return withMigrations(databaseUrl, folder, (source) => source.showMigrations());
}

/**
 * The lock belongs to a transaction on a connection of its own, so that it also holds through a pooler that
 * hands out connections per transaction, and goes with a killed process.
 */
async function withMigrationLock(databaseUrl: string, work: () => Promise<void>): Promise<void> {
  const client = new pg.Client(databaseUrl);
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query('BEGIN');
    await client.query('SET LOCAL statement_timeout = 0');
    await client.query('SET LOCAL lock_timeout = 0');
    await client.query('SET LOCAL idle_in_transaction_session_timeout = 0');
    await client.query('SELECT pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
    await work();
    await client.query('COMMIT');
  } finally {
    await client.end();
  }
}

async function withMigrations<T>(
  url: string,
  folder: string,
  work: (source: DataSource) => Promise<T>,
): Promise<T> {
  const source = new DataSource({
    type: 'postgres',
    url,
    migrations: migrationClasses(folder),
    migrationsTableName: 'schema_migrations',
    logger: new SilentLogger(),
  });
  await source.initialize();
  try {
    return await work(source);
  } finally {
    await source.destroy();
  }
}

/** TypeORM would print to the console what the error that it throws says anyway. */
class SilentLogger extends AbstractLogger {
  protected writeLog(): void {}
}
