import { chmodSync, lstatSync, mkdirSync, mkdtempSync, realpathSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { canReach, serverAccount } from './server-account.js';

const OPEN_PLACES = ['/var/lib', '/var/tmp'];

/**
 * The folder `postgres` in the data directory, made when missing. When the data directory is closed to the
 * account that the server runs under (a checkout below /root), it is a link to a folder in an open place.
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

/** Names are random, and the folder new: in /var/tmp anybody could have put a known name before us. */
function makeOpenFolder(): string {
  const failures: unknown[] = [];
  for (const place of OPEN_PLACES) {
    try {
      const folder = mkdtempSync(join(place, 'cloud-account-service-'));
      chmodSync(folder, 0o711);
      return folder;
    } catch (error) {
      failures.push(error);
    }
  }
  throw new AggregateError(
    failures,
    `No folder for the database in ${OPEN_PLACES.join(' or ')}: set DATA_DIR`,
  );
}
