import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { StartError } from '../../shared/errors/start-error.js';
import { packageRoot } from '../../shared/package-root.js';
import { runStatementsAlone } from './concurrent-indexes.js';

const UP_FILE = /^(\d{4})-([a-z0-9-]+)\.up\.sql$/;
const NO_TRANSACTION = '-- no transaction\n';

/**
 * Limits how long a migration waits for a lock, because requests that need the table wait behind
 * it. The limit is shorter than `deadlock_timeout`: PostgreSQL's search for a deadlock could end
 * one of these requests (D-300).
 */
const SET_LOCK_TIMEOUT = `
  SELECT set_config('lock_timeout', greatest(1, least(300, setting::integer / 2)) || 'ms', true)
  FROM pg_settings WHERE name = 'deadlock_timeout'`;

/** Where the migrations of this service are. */
export const migrationsFolder = join(packageRoot, 'migrations');

/** The number of the newest migration of the release before this one. */
const NEWEST_OF_LAST_RELEASE = 18;

/** Whether no earlier release has this migration. @param name as TypeORM lists it */
export function isOfThisRelease(name: string): boolean {
  return Number(name.slice(-13)) > NEWEST_OF_LAST_RELEASE;
}

/**
 * One TypeORM migration class for each pair of `0001-name.up.sql` and `0001-name.down.sql`, by
 * number.
 */
export function migrationClasses(folder: string): (new () => MigrationInterface)[] {
  const files = readdirSync(folder).filter((name) => UP_FILE.test(name));
  return files.sort().map((file) => migrationClass(folder, file));
}

/** The name under which TypeORM lists the migration: it orders by the 13 digits at the end. */
export function migrationName(upFile: string): string {
  const [, number = '', title = ''] = UP_FILE.exec(upFile) ?? [];
  return `${title}-${number.padStart(13, '0')}`;
}

function migrationClass(folder: string, upFile: string): new () => MigrationInterface {
  return class implements MigrationInterface {
    readonly name = migrationName(upFile);
    readonly transaction = !textOf(folder, upFile).startsWith(NO_TRANSACTION);

    up(runner: QueryRunner): Promise<void> {
      return runFile(runner, folder, upFile);
    }

    down(runner: QueryRunner): Promise<void> {
      return runFile(runner, folder, upFile.replace('.up.sql', '.down.sql'));
    }
  };
}

async function runFile(runner: QueryRunner, folder: string, file: string): Promise<void> {
  const sql = textOf(folder, file);
  if (sql.startsWith(NO_TRANSACTION)) {
    await runStatementsAlone(runner, sql).catch((cause: Error) => {
      throw new StartError(`Migration ${file} failed: ${cause.message}`, { cause });
    });
  } else await runInTransaction(runner, file, sql);
}

/**
 * Runs the text in the transaction that TypeORM opened.
 * @throws StartError which names file and line
 */
async function runInTransaction(runner: QueryRunner, file: string, sql: string): Promise<void> {
  await runner.query('SET LOCAL statement_timeout = 0');
  await runner.query('SET LOCAL idle_in_transaction_session_timeout = 0');
  await runner.query(SET_LOCK_TIMEOUT);
  try {
    await runner.query(sql);
  } catch (cause) {
    const { message, position } = cause as Error & { position?: string };
    const line = position ? `:${sql.slice(0, Number(position)).split('\n').length}` : '';
    throw new StartError(`Migration ${file}${line} failed and was rolled back: ${message}`, { cause });
  }
}

function textOf(folder: string, file: string): string {
  return readFileSync(join(folder, file), 'utf8');
}
