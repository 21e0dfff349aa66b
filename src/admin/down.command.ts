import { isOfThisRelease } from '../database/migrations/migration-files.js';
import { migrationTarget } from '../database/migrations/migrate-schema.js';
import { migrateDown, migrationStatus } from '../database/migrations/migrate.js';
import { UsageError, type AdminCommand } from './command.js';
import { withDatabase } from './with-database.js';

/** D-223. */
export const DOWN: AdminCommand = {
  name: 'down',
  summary: 'take back the newest migrations',
  help: `Takes back what the newest migrations did; what they alone stored is lost. To go back by one release you do not need it,
because a release works on the schema of the next one. To go back by two, run it when all replicas run the release before.

--steps N    how many migrations; 1 unless it is given
--all        also migrations of earlier releases, which no replica can run without

Prints {"taken_back": [...]}: their names, the newest first.`,
  options: { steps: { type: 'string' }, all: { type: 'boolean' } },
  run: ({ steps = '1', all }) => {
    if (!/^[1-9]\d{0,3}$/.test(String(steps))) throw new UsageError('--steps must be a positive integer');
    return withDatabase(async (settings, databaseUrl) => {
      const { url, options } = migrationTarget(settings, databaseUrl);
      const own = (await migrationStatus(url, options)).applied.filter(isOfThisRelease).length;
      if (Number(steps) > own && !all) throw new UsageError(tooManySteps(own));
      return { taken_back: await migrateDown(url, Number(steps), options) };
    });
  },
};

function tooManySteps(own: number): string {
  const migrations = own === 1 ? 'migration' : 'migrations';
  return `The database has ${own} ${migrations} of this release: --steps beyond that needs --all, and stopped replicas`;
}
