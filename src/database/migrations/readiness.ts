import type { Database } from '../database.js';
import { migrationClasses, migrationsFolder } from './migration-files.js';
import { dedicatedQuery } from '../statement.js';

const MISSING = dedicatedQuery<{ missing: number }>(
  'database.migrations.countMissing',
  `SELECT count(*) AS missing FROM unnest($1::text[]) wanted(name)
   WHERE NOT EXISTS (SELECT FROM schema_migrations m WHERE m.name = wanted.name)`,
);

const WANTED = migrationClasses(migrationsFolder).map((migration) => new migration().name);

/**
 * Whether the database responds and has every migration that this code needs. It may have those of
 * a newer release.
 */
export async function isDatabaseReady(database: Database): Promise<boolean> {
  return database
    .row(MISSING, [WANTED])
    .then((row) => row?.missing === 0)
    .catch(() => false);
}
