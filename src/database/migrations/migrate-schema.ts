import type { Settings } from '../../shared/config/settings.js';
import { migrate, type MigrationOptions } from './migrate.js';

/** The arguments of `migrate`, `migrateDown` and `migrationStatus` for a deployment (D-223). */
export interface MigrationTarget {
  readonly url: string;
  readonly options: MigrationOptions;
}

/**
 * @param databaseUrl the service's own address of the database: that of the settings, or the
 * embedded one.
 */
export function migrationTarget(settings: Settings, databaseUrl: string): MigrationTarget {
  const { databaseMigrationUrl, migrationTimeoutSeconds: timeoutSeconds } = settings;
  if (!databaseMigrationUrl) return { url: databaseUrl, options: { timeoutSeconds } };
  return { url: databaseMigrationUrl, options: { timeoutSeconds, serviceUrl: databaseUrl } };
}

/**
 * Brings the schema to the newest version, as the settings say.
 * @returns the names of the migrations that ran.
 */
export function migrateSchema(
  settings: Settings,
  databaseUrl: string,
  onRetry: (reason: Error) => void,
): Promise<string[]> {
  const { url, options } = migrationTarget(settings, databaseUrl);
  return migrate(url, { ...options, onRetry });
}
