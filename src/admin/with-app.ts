import type { INestApplication } from '@nestjs/common';
import { openDatabase } from '../embedded-postgres/open-database.js';
import { readSettings } from '../shared/config/settings.js';
import { createLogger } from '../shared/log/logger.js';

/**
 * Runs `work` with the whole service, which listens nowhere and runs no job. Its settings are the service's own; without
 * `DATABASE_URL` it uses the embedded database, also while the service runs.
 */
export async function withApp<Result>(work: (app: INestApplication) => Promise<Result>): Promise<Result> {
  const settings = readSettings();
  // Loaded only here: `--help` answers at once.
  const { createApp } = await import('../app.setup.js');
  const logger = createLogger('silent');
  const { url: databaseUrl, stop } = await openDatabase(settings, logger);
  try {
    const app = await createApp({ settings, databaseUrl, logger });
    try {
      return await work(app);
    } finally {
      await app.close();
    }
  } finally {
    await stop();
  }
}
