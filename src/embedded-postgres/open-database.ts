import type { Settings } from '../shared/config/settings.js';
import { StartError } from '../shared/errors/start-error.js';
import type { Logger } from '../shared/log/logger.js';
import { isServerInstalled } from './binaries.js';
import { startEmbeddedPostgres } from './embedded-postgres.js';
import { EmbeddedPostgresError } from './embedded-postgres-error.js';

/** The PostgreSQL to use, and how to stop it. */
export interface OpenDatabase {
  readonly url: string;
  stop(): Promise<void>;
}

const NOTHING_TO_USE =
  'DATABASE_URL is not set, and the embedded PostgreSQL is not installed here. Set DATABASE_URL ' +
  '(postgres://USER:PASSWORD@HOST/DATABASE) and ENCRYPTION_KEY (32 bytes, base64).';

/**
 * Opens the server of `DATABASE_URL`, or the embedded one below `DATA_DIR`.
 * @throws StartError if there is neither, or if the embedded one can't run
 */
export async function openDatabase(settings: Settings, logger: Logger): Promise<OpenDatabase> {
  if (settings.databaseUrl) return { url: settings.databaseUrl, stop: () => Promise.resolve() };
  if (!isServerInstalled()) throw new StartError(NOTHING_TO_USE);
  const postgres = await startEmbeddedPostgres({
    dataDir: settings.dataDir,
    onLost: (error) => logger.error({ err: error }, 'embedded PostgreSQL lost'),
  }).catch((error: unknown) => {
    throw startError(error, settings.dataDir);
  });
  return { url: postgres.url, stop: () => postgres.stop() };
}

function startError(error: unknown, dataDir: string): unknown {
  if (error instanceof EmbeddedPostgresError) return new StartError(error.message, { cause: error });
  const { syscall, message } = error as NodeJS.ErrnoException;
  if (syscall === undefined) return error;
  return new StartError(
    `The embedded PostgreSQL can't use DATA_DIR, ${dataDir} (${message}): ` +
      'set DATA_DIR to a folder that this user may write, or set DATABASE_URL.',
    { cause: error },
  );
}
