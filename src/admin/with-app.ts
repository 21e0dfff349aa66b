import type { INestApplication } from '@nestjs/common';
import type { Settings } from '../shared/config/settings.js';
import { logLibraryWarnings } from '../shared/log/library-warnings.js';
import { createLogger } from '../shared/log/logger.js';
import { withMigratedDatabase } from './with-database.js';

/**
 * Runs `work` with the complete service, without a listener and without jobs. Import the service's
 * classes in `work`: commands that need none, and `--help`, then start fast.
 * @param before runs before the service starts, which writes to the database
 */
export function withApp<Result>(
  work: (app: INestApplication) => Promise<Result>,
  before?: (settings: Settings, databaseUrl: string) => Promise<void>,
): Promise<Result> {
  return withMigratedDatabase(async (settings, databaseUrl) => {
    await before?.(settings, databaseUrl);
    const { createApp } = await import('../app.setup.js');
    const logger = createLogger('silent');
    logLibraryWarnings(logger);
    const app = await createApp({ settings, databaseUrl, logger });
    try {
      return await work(app);
    } finally {
      await app.close();
    }
  });
}
