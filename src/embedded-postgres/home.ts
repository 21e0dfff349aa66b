import { chmodSync, lstatSync, mkdirSync, mkdtempSync, realpathSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { EmbeddedPostgresError } from './embedded-postgres-error.js';
import { canReach, serverAccount } from './server-account.js';

const PUBLIC_FOLDERS = ['/var/lib', '/var/tmp'];

/**
 * The folder `postgres` in the data directory; created if it is missing. When the server's account
 * can't enter the data directory (a checkout below /root), `postgres` is a link to a folder in a
 * public place.
 */
export function openHome(dataDir: string): string {
  const home = join(dataDir, 'postgres');
  if (!lstatSync(home, { throwIfNoEntry: false })) makeHome(dataDir, home);
  return realpathSync(home);
}

function makeHome(dataDir: string, home: string): void {
  if (!canReach(serverAccount(join(home, 'data')), dataDir)) return symlinkSync(makeOpenFolder(), home);
  mkdirSync(home);
  chmodSync(home, 0o711);
}

/**
 * The folder is new and its name random: in /var/tmp, another user could create a predictable name
 * first.
 */
function makeOpenFolder(): string {
  const failures: unknown[] = [];
  for (const parent of PUBLIC_FOLDERS) {
    try {
      const folder = mkdtempSync(join(parent, 'cloud-account-service-'));
      chmodSync(folder, 0o711);
      return folder;
    } catch (error) {
      failures.push(error);
    }
  }
  throw new EmbeddedPostgresError(
    `No folder for the database can be made in ${PUBLIC_FOLDERS.join(' or ')}: set DATA_DIR.`,
    { cause: new AggregateError(failures) },
  );
}
