import { migrationTarget } from '../database/migrations/migrate-schema.js';
import { hasPendingMigrations } from '../database/migrations/migrate.js';
import { waitForDatabase } from '../database/wait-for-database.js';
import { openDatabase } from '../embedded-postgres/open-database.js';
import { stopDatabaseOnSignals } from '../embedded-postgres/stop-on-signals.js';
import { readSettings, type Settings } from '../shared/config/settings.js';
import { StartError } from '../shared/errors/start-error.js';
import { createLogger } from '../shared/log/logger.js';

/**
 * Runs `work` with the service's settings and its database: that of `DATABASE_URL`, or the embedded
 * one, even while the service is running.
 */
export async function withDatabase<Result>(
  work: (settings: Settings, databaseUrl: string) => Promise<Result>,
): Promise<Result> {
  const settings = readSettings();
  const opening = openDatabase(settings, createLogger('silent'));
  const leaveSignals = stopDatabaseOnSignals(async () => (await opening).stop(), 1);
  const { url, stop } = await opening;
  try {
    await waitForDatabase(url, 0, () => undefined);
    return await work(settings, url);
  } finally {
    await stop();
    leaveSignals();
  }
}

/**
 * As `withDatabase`, for work that needs all tables of this release.
 * @throws StartError if the database lacks migrations
 */
export function withMigratedDatabase<Result>(
  work: (settings: Settings, databaseUrl: string) => Promise<Result>,
): Promise<Result> {
  return withDatabase(async (settings, databaseUrl) => {
    const { url, options } = migrationTarget(settings, databaseUrl);
    if (await hasPendingMigrations(url, options)) {
      throw new StartError('The database lacks migrations of this release: run npm run admin -- migrate.');
    }
    return work(settings, databaseUrl);
  });
}
