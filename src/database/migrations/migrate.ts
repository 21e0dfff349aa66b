import { DataSource, MigrationExecutor, type QueryRunner } from 'typeorm';
import { SilentLogger } from '../driver/silent-logger.js';
import { migrationClasses, migrationsFolder } from './migration-files.js';

/** Any number that no other advisory lock of the database uses. */
const MIGRATION_LOCK = 4_176_001;

/**
 * Brings the schema to the newest version. Replicas that start together wait for the one that migrates. All that is
 * to be done is one transaction: when a migration fails, the schema stays the old release's, and the error names the
 * file.
 */
export async function migrate(databaseUrl: string, folder = migrationsFolder): Promise<void> {
  await withMigrations(databaseUrl, folder, async (source) => {
    await locked(source, (runner) => executorOf(source, runner).executePendingMigrations());
  });
}

/** Takes back the newest migrations, as many as `steps` says. */
export async function migrateDown(
  databaseUrl: string,
  steps: number,
  folder = migrationsFolder,
): Promise<void> {
  await withMigrations(databaseUrl, folder, async (source) => {
    await locked(source, async (runner) => {
      for (let step = 0; step < steps; step++) await executorOf(source, runner).undoLastMigration();
    });
  });
}

/** Whether `migrate` would change something. */
export function hasPendingMigrations(databaseUrl: string, folder = migrationsFolder): Promise<boolean> {
  return withMigrations(databaseUrl, folder, (source) => source.showMigrations());
}

/**
 * The lock belongs to the transaction of the migrations, so that it also holds through a pooler that hands out
 * connections per transaction, needs no second one there, and goes with a killed process.
 */
async function locked(source: DataSource, work: (runner: QueryRunner) => Promise<unknown>): Promise<void> {
  const runner = source.createQueryRunner();
  await runner.startTransaction();
  try {
    await runner.query('SET LOCAL statement_timeout = 0');
    await runner.query('SET LOCAL lock_timeout = 0');
    await runner.query('SET LOCAL idle_in_transaction_session_timeout = 0');
    await runner.query('SELECT pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
    await work(runner);
    await runner.commitTransaction();
  } catch (error) {
    // What failed first is what must be told.
    await runner.rollbackTransaction().catch(() => undefined);
    throw error;
  } finally {
    await runner.release();
  }
}

function executorOf(source: DataSource, runner: QueryRunner): MigrationExecutor {
  const executor = new MigrationExecutor(source, runner);
  executor.transaction = 'all';
  return executor;
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
