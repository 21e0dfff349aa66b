import { migrationTarget } from '../database/migrations/migrate-schema.js';
import { migrateDown } from '../database/migrations/migrate.js';
import { UsageError, type AdminCommand } from './command.js';
import { withDatabase } from './with-database.js';

/** D-223. */
export const DOWN: AdminCommand = {
  name: 'down',
  summary: 'take back the newest migrations',
  help: `Takes back what the newest migrations did; what they alone stored is lost. Run it before you go back to an older
release that can't work on the newer schema, after its replicas have stopped.

--steps N    how many migrations; 1 unless it is given

Prints {"taken_back": [...]}: their names, the newest first.`,
  options: { steps: { type: 'string' } },
  run: ({ steps = '1' }) => {
    if (!/^[1-9]\d{0,3}$/.test(String(steps))) throw new UsageError('--steps must be a positive integer');
    return withDatabase(async (settings, databaseUrl) => {
      const { url, options } = migrationTarget(settings, databaseUrl);
      return { taken_back: await migrateDown(url, Number(steps), options) };
    });
  },
};
