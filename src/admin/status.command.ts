import { migrationTarget } from '../database/migrations/migrate-schema.js';
import { migrationStatus } from '../database/migrations/migrate.js';
import { BUILD } from '../shared/build.js';
import type { AdminCommand } from './command.js';
import { withDatabase } from './with-database.js';

/** D-223. */
export const STATUS: AdminCommand = {
  name: 'status',
  summary: 'tell this build, and which migrations its database has and lacks',
  help: `Reads the database and changes nothing. Exit code 1 if the database can't be reached.

Prints {"version", "commit", "migration", "pending": [...]}: the newest migration that has run, and those that have not.`,
  run: () =>
    withDatabase(async (settings, databaseUrl) => {
      const { url, options } = migrationTarget(settings, databaseUrl);
      const { applied, pending } = await migrationStatus(url, options);
      return { ...BUILD, migration: applied.at(-1) ?? null, pending };
    }),
};
