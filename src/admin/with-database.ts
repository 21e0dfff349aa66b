import { waitForDatabase } from '../database/wait-for-database.js';
import { openDatabase } from '../embedded-postgres/open-database.js';
import { readSettings, type Settings } from '../shared/config/settings.js';
import { createLogger } from '../shared/log/logger.js';

/**
 * Runs `work` with the service's settings and its database: that of `DATABASE_URL`, or the embedded one, also while the
 * service runs.
 */
export async function withDatabase<Result>(
  work: (settings: Settings, databaseUrl: string) => Promise<Result>,
): Promise<Result> {
  const settings = readSettings();
  const { url, stop } = await openDatabase(settings, createLogger('silent'));
  try {
    await waitForDatabase(url, 0, () => undefined);
    return await work(settings, url);
  } finally {
    await stop();
  }
}
