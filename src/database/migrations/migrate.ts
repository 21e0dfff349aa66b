import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { DataSource, MigrationExecutor } from 'typeorm';
import { StartError } from '../../shared/errors/start-error.js';
import { SilentLogger } from '../driver/silent-logger.js';
import { migrationClasses, migrationsFolder } from './migration-files.js';
import { withMigrationLock } from './migration-lock.js';
import { grantToService, hideFromService } from './service-role.js';

/** Requests that waited behind a migration's lock run in this time before it tries again. */
const PAUSE_MS = 1_000;
// lock_not_available and deadlock_detected.
const LOCK_NOT_GOT = new Set(['55P03', '40P01']);
const INSUFFICIENT_PRIVILEGE = '42501';
/** What the texts of migrations rely on, whatever the role and the database have as defaults. */
const SETTINGS = 'SET search_path = public; SET standard_conforming_strings = on';

export interface MigrationOptions {
  readonly folder?: string;
  /** Only these migrations; all unless it is given. */
  readonly names?: readonly string[];
  /** How long a migration tries to get its locks: `MIGRATION_TIMEOUT_SECONDS`. */
  readonly timeoutSeconds?: number;
  /**
   * The service's own address of the database, when `databaseUrl` is that of a role that only
   * migrates (D-223).
   */
  readonly serviceUrl?: string | undefined;
  /** Called when a migration did not get a lock in time, before it tries again. */
  readonly onRetry?: (reason: Error) => void;
}

/** Which migrations have run, by name. */
interface MigrationStatus {
  readonly applied: string[];
  readonly pending: string[];
}

/**
 * Brings the schema to the newest version. Replicas that start together wait for the one that
 * migrates. Each file is a transaction. When one fails, the schema stays as the files before it
 * left it, and the error names the file.
 * @returns the names of the migrations that ran
 * @throws StartError if a migration does not get its locks in time, if its role lacks a privilege,
 * or if the database is of a release before 1.1.0
 */
export function migrate(databaseUrl: string, options: MigrationOptions = {}): Promise<string[]> {
  return withMigrations(databaseUrl, options, (source) =>
    withMigrationLock(source, async () => {
      await requireKnownRelease(source);
      if (options.serviceUrl) await grantToService(source, options.serviceUrl);
      const before = await statusOf(source);
      await patiently(source, options, (executor) => executor.executePendingMigrations());
      if (options.serviceUrl) await hideFromService(source, options.serviceUrl);
      return before.pending;
    }),
  );
}

/**
 * Takes back the newest migrations.
 * @param steps how many
 * @returns their names, the newest first
 * @throws StartError if a newer release has migrated the database
 */
export function migrateDown(
  databaseUrl: string,
  steps: number,
  options: MigrationOptions = {},
): Promise<string[]> {
  return withMigrations(databaseUrl, options, (source) =>
    withMigrationLock(source, async () => {
      await requireNoNewerRelease(source);
      const { applied } = await statusOf(source);
      const names = applied.reverse().slice(0, steps);
      for (const name of names) await patiently(source, options, (executor) => undo(source, executor, name));
      return names;
    }),
  );
}

/** Reads which migrations have run; changes nothing. */
export function migrationStatus(
  databaseUrl: string,
  options: MigrationOptions = {},
): Promise<MigrationStatus> {
  return withMigrations(databaseUrl, options, statusOf);
}

/** Whether `migrate` would change something. */
export async function hasPendingMigrations(
  databaseUrl: string,
  options?: MigrationOptions,
): Promise<boolean> {
  return (await migrationStatus(databaseUrl, options)).pending.length > 0;
}

/**
 * @throws StartError if the list of migrations begins with one that has no file any more, or if a
 * new database can't store every character.
 */
async function requireKnownRelease(source: DataSource): Promise<void> {
  const executed = await new MigrationExecutor(source).getExecutedMigrations();
  const first = source.migrations[0]?.name;
  if (executed.length === 0) return requireUtf8(source);
  if (executed.some(({ name }) => name === first)) return;
  throw new StartError('The database is older than release 1.1.0: start release 1.1.0 on it first.');
}

async function requireUtf8(source: DataSource): Promise<void> {
  const [{ encoding }] = (await source.query(`SELECT current_setting('server_encoding') AS encoding`)) as [
    { encoding: string },
  ];
  if (encoding !== 'UTF8')
    throw new StartError(
      `The database has the encoding ${encoding}: make one with ENCODING 'UTF8' TEMPLATE template0.`,
    );
}

/** @throws StartError if the newest migration that ran has no file here. */
async function requireNoNewerRelease(source: DataSource): Promise<void> {
  const [newest] = await new MigrationExecutor(source).getExecutedMigrations();
  if (!newest || source.migrations.some(({ name }) => name === newest.name)) return;
  throw new StartError(
    'A newer release migrated the database: take that back with the program of that release.',
  );
}

/** Applied ones in the order in which they ran, without those that have no file in this release. */
async function statusOf(source: DataSource): Promise<MigrationStatus> {
  const executor = new MigrationExecutor(source);
  const known = new Set(source.migrations.map(({ name }) => name));
  const executed = (await executor.getExecutedMigrations()).reverse().map(({ name }) => name);
  const applied = executed.filter((name) => known.has(name));
  const pending = (await executor.getPendingMigrations()).map(({ name }) => name);
  return { applied, pending };
}

async function undo(source: DataSource, executor: MigrationExecutor, name: string): Promise<void> {
  const migration = source.migrations.find((one) => one.name === name);
  if (migration?.transaction === false) executor.transaction = 'none';
  await executor.undoLastMigration();
}

/**
 * Tries again while another session holds a lock that a migration needs. Finished migrations stay.
 */
async function patiently(
  source: DataSource,
  { timeoutSeconds = 600, onRetry }: MigrationOptions,
  work: (executor: MigrationExecutor) => Promise<unknown>,
): Promise<void> {
  const until = Date.now() + timeoutSeconds * 1000;
  for (;;) {
    const runner = source.createQueryRunner();
    try {
      const executor = new MigrationExecutor(source, runner);
      executor.transaction = 'each';
      await work(executor);
      return;
    } catch (error) {
      if (!isLockNotGot(error)) throw error;
      if (Date.now() > until) throw outOfTime(error, timeoutSeconds);
      onRetry?.(error as Error);
    } finally {
      await runner.release();
    }
    await sleep(PAUSE_MS);
  }
}

/** PostgreSQL's error for a statement of TypeORM or of a migration's file. */
function driverErrorOf(error: unknown): { code?: string } | undefined {
  const { driverError, cause } = error as { driverError?: { code?: string }; cause?: unknown };
  return driverError ?? (cause === undefined ? undefined : driverErrorOf(cause));
}

function notAllowed(error: Error, url: string): StartError {
  const { username, pathname } = new URL(url);
  return new StartError(
    `The role ${username || 'that connects'} may not migrate the database ${pathname.slice(1)} (${error.message}): make it the owner of ` +
      'the database, or set DATABASE_MIGRATION_URL to the owner.',
    { cause: error },
  );
}

function isForbidden(error: unknown): boolean {
  return driverErrorOf(error)?.code === INSUFFICIENT_PRIVILEGE;
}

function isLockNotGot(error: unknown): boolean {
  return LOCK_NOT_GOT.has(driverErrorOf(error)?.code ?? '');
}

function outOfTime(error: unknown, seconds: number): StartError {
  const reason = `no lock within ${seconds} s (MIGRATION_TIMEOUT_SECONDS): a long transaction holds the table`;
  return new StartError(`${(error as Error).message}; ${reason}, see pg_stat_activity.`, { cause: error });
}

async function withMigrations<T>(
  url: string,
  { folder = migrationsFolder, names }: MigrationOptions,
  work: (source: DataSource) => Promise<T>,
): Promise<T> {
  const migrations = migrationClasses(folder).filter((one) => !names || names.includes(new one().name ?? ''));
  const source = new DataSource({
    type: 'postgres',
    url,
    migrations,
    migrationsTableName: 'schema_migrations',
    extra: { onConnect: (client: pg.Client) => client.query(SETTINGS) },
    logger: new SilentLogger(),
    applicationName: 'cloud-account-migrations',
  });
  await source.initialize();
  try {
    return await work(source);
  } catch (error) {
    throw isForbidden(error) ? notAllowed(error as Error, url) : error;
  } finally {
    await source.destroy();
  }
}
