import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { StartError } from '../../shared/errors/start-error.js';
import { migrationClasses, migrationName, runInTransaction, textOf } from './migration-files.js';

/** The newest migration of release 1.0.0, whose list had other names. */
const NEWEST_OF_1_0_0 = 'record-fits-0000000000180';
const FIRST_OF_1_0_0 = 'foundation-0000000000001';
/** The migrations that make the schema to which a database of release 1.0.0 is brought. */
const BASELINE = /^00(?:0[1-9]|1[01])-[a-z-]+\.up\.sql$/;
const FUNCTIONS = /^CREATE (FUNCTION [\s\S]*?\$\$;)$/gm;
const COMMENTS = /^COMMENT ON [\s\S]*?';$/gm;

/**
 * The steps that bring a database of release 1.0.0 to the schema of migrations 0001 to 0011, and then list these as applied. Each
 * is a transaction. The names of release 1.0.0 stay in the list, because its replicas look for them while both releases run.
 * @param applied the names of the migrations that ran
 * @returns no step for a database that is new or was taken over
 * @throws StartError for a database of an earlier release
 */
export function takeOverSteps(folder: string, applied: readonly string[]): (new () => MigrationInterface)[] {
  const names = baselineFiles(folder).map(migrationName);
  if (!applied.includes(FIRST_OF_1_0_0) || applied.includes(names[0]!)) return [];
  if (!applied.includes(NEWEST_OF_1_0_0))
    throw new StartError('The database is older than release 1.0.0: start release 1.0.0 on it first.');
  const functions = matches(folder, FUNCTIONS).map((text) => text.replace('CREATE', 'CREATE OR REPLACE'));
  const listed = `INSERT INTO schema_migrations (timestamp, name)
    SELECT right(name, 13)::bigint, name FROM unnest('{${names.join()}}'::text[]) name`;
  return [
    step('functions-0000000000180', functions.join('\n')),
    ...migrationClasses(join(folder, 'from-1.0.0')),
    step('comments-0000000000190', [...matches(folder, COMMENTS), listed].join('\n')),
  ];
}

/**
 * The migrations of this release that made the database which a list describes: that of a backup, whose database may be of release
 * 1.0.0 or was taken over from it.
 * @param names the names in `schema_migrations`
 */
export function presentNames(folder: string, names: readonly string[]): readonly string[] {
  if (!names.includes(NEWEST_OF_1_0_0)) return names;
  const made = new Set([...names, ...baselineFiles(folder).map(migrationName)]);
  return migrationClasses(folder)
    .map((one) => new one().name ?? '')
    .filter((name) => made.has(name));
}

function baselineFiles(folder: string): string[] {
  return readdirSync(folder)
    .filter((file) => BASELINE.test(file))
    .sort();
}

function matches(folder: string, pattern: RegExp): string[] {
  return baselineFiles(folder).flatMap((file) => textOf(folder, file).match(pattern) ?? []);
}

function step(name: string, sql: string): new () => MigrationInterface {
  return class implements MigrationInterface {
    readonly name = name;

    up(runner: QueryRunner): Promise<void> {
      return runInTransaction(runner, name, sql);
    }

    down(): Promise<void> {
      return Promise.reject(new StartError('A database that was taken over from release 1.0.0 stays so.'));
    }
  };
}
