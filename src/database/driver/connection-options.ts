import type { Settings } from '../../shared/config/settings.js';
import type { ConnectionOptions } from './session.js';

/** The settings for the database at `url`. Without `DATABASE_URL`, that is the embedded one. */
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
