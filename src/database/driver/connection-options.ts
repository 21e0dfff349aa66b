import type { Settings } from '../../shared/config/settings.js';
import type { ConnectionOptions } from './session.js';

/** The settings that are about the database at `url`, which is the embedded one's without `DATABASE_URL`. */
export function connectionOptions(settings: Settings, url: string): ConnectionOptions {
  return {
    url,
    readUrl: settings.databaseReadUrl,
    connections: settings.databasePool,
    maxLists: settings.maxLists,
    pooler: settings.databasePooler,
    connectTimeoutSeconds: settings.databaseConnectTimeoutSeconds,
    waitTimeoutSeconds: settings.databaseWaitTimeoutSeconds,
    statementTimeoutSeconds: settings.databaseStatementTimeoutSeconds,
    lockTimeoutSeconds: settings.databaseLockTimeoutSeconds,
    idleTimeoutSeconds: settings.databaseIdleTimeoutSeconds,
  };
}
