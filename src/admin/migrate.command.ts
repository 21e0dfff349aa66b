import { migrateSchema } from '../database/migrations/migrate-schema.js';
import type { AdminCommand } from './command.js';
import { withDatabase } from './with-database.js';

/** D-223. */
export const MIGRATE: AdminCommand = {
  name: 'migrate',
  summary: 'bring the schema of the database to the version of this release',
  help: `Runs the migrations that the database lacks, as every start of the service does, and starts nothing. A migration waits
at most 300 ms for a lock, and tries again for MIGRATION_TIMEOUT_SECONDS.

Prints {"migrated": [...]}: the names of those that ran.`,
  run: () =>
    withDatabase(async (settings, databaseUrl) => ({
      migrated: await migrateSchema(settings, databaseUrl, ({ message }) =>
        console.error(`${message}; trying again`),
      ),
    })),
};
