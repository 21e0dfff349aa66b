import { existsSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '../../src/shared/database/embedded/embedded-postgres.js';
import { runningPostmaster, stopPostmaster } from '../../src/shared/database/embedded/postmaster.js';
import { identityOf, isStillAlive } from '../../src/shared/database/embedded/processes.js';

/** Nothing here has to survive a crash. */
const SETTINGS = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '200' };

export interface TemporaryPostgres {
  url: string;
  remove(): Promise<void>;
}

/** A server on a data directory of its own, which `remove` deletes. Those of killed test runs are removed first. */
export async function startTemporaryPostgres(): Promise<TemporaryPostgres> {
  const place = temporaryPlace();
  await removeThoseOfKilledRuns(place);
  const dataDir = mkdtempSync(join(place, `${identityOf(process.pid)}-`));
  const postgres = await startEmbeddedPostgres({ dataDir, settings: SETTINGS });
  const remove = async () => {
    await postgres.stop();
    await removeDataDir(dataDir);
  };
  return { url: postgres.url, remove };
}

/** Its entries are named by the process that made them, so it must be nobody else's. */
function temporaryPlace(): string {
  const uid = process.getuid?.();
  const place = join(tmpdir(), `cloud-account-service-tests-${uid}`);
  mkdirSync(place, { recursive: true, mode: 0o755 });
  if (statSync(place).uid !== uid) throw new Error(`${place} belongs to somebody else`);
  return place;
}

async function removeThoseOfKilledRuns(place: string): Promise<void> {
  for (const name of readdirSync(place)) {
    if (!isStillAlive(name.split('-')[0] ?? '')) await removeDataDir(join(place, name));
  }
}

/** Stops what runs there. The database may be elsewhere, behind a link. */
async function removeDataDir(dataDir: string): Promise<void> {
  const link = join(dataDir, 'postgres');
  if (existsSync(link)) {
    const home = realpathSync(link);
    const left = runningPostmaster(join(home, 'data'));
    if (left) await stopPostmaster(join(home, 'data'), left.pid);
    rmSync(home, { recursive: true, force: true });
  }
  rmSync(dataDir, { recursive: true, force: true });
}
