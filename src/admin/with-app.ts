import type { INestApplication } from '@nestjs/common';
import { logLibraryWarnings } from '../shared/log/library-warnings.js';
import { createLogger } from '../shared/log/logger.js';
import { withMigratedDatabase } from './with-database.js';

/**
 * Runs `work` with the complete service, without a listener and without jobs. Import the service's
 * classes in `work`: commands that need none, and `--help`, then start fast.
 */
export function withApp<Result>(work: (app: INestApplication) => Promise<Result>): Promise<Result> {
  return withMigratedDatabase(async (settings, databaseUrl) => {
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
