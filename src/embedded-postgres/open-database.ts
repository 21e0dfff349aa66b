import type { Settings } from '../shared/config/settings.js';
import type { Logger } from '../shared/log/logger.js';
import { startEmbeddedPostgres } from './embedded-postgres.js';

/** The PostgreSQL to use, and how to let go of it. */
export interface OpenDatabase {
  readonly url: string;
  stop(): Promise<void>;
}

/** The server of `DATABASE_URL`, or the embedded one below `DATA_DIR`. */
export async function openDatabase(settings: Settings, logger: Logger): Promise<OpenDatabase> {
  if (settings.databaseUrl) return { url: settings.databaseUrl, stop: () => Promise.resolve() };
  const postgres = await startEmbeddedPostgres({
    dataDir: settings.dataDir,
    onLost: (error) => logger.error({ err: error }, 'embedded PostgreSQL lost'),
  });
  return { url: postgres.url, stop: () => postgres.stop() };
}
