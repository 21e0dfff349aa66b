import type { Database } from '../database.js';
import { migrationClasses, migrationsFolder } from './migration-files.js';
import { COUNT_MISSING } from './readiness.sql.js';

const WANTED = migrationClasses(migrationsFolder).map((migration) => new migration().name);

/**
 * Whether the database responds and has every migration that this code needs. It may have those of
 * a newer release.
 */
export async function isDatabaseReady(database: Database): Promise<boolean> {
  return database
    .row(COUNT_MISSING, [WANTED])
    .then((row) => row?.missing === 0)
    .catch(() => false);
}
