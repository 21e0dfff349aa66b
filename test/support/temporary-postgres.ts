import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statfsSync,
  statSync,
} from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '../../src/embedded-postgres/embedded-postgres.js';
import { runningPostmaster, stopPostmaster } from '../../src/embedded-postgres/postmaster.js';
import { identityOf, isStillAlive } from '../../src/embedded-postgres/processes.js';

/** Linux's file system in memory. */
const MEMORY = '/dev/shm';
/** More than the databases of a run and their WAL ever take. */
const ROOM_BYTES = 6 * 1024 ** 3;

/** Nothing here has to survive a crash. */
const SETTINGS = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '200' };

export interface TemporaryPostgres {
  url: string;
  remove(): Promise<void>;
}

/** A server on a data directory of its own, which `remove` deletes. */
export async function startTemporaryPostgres(): Promise<TemporaryPostgres> {
  await removeThoseOfKilledRuns();
  const dataDir = makeTemporaryFolder();
  const postgres = await startEmbeddedPostgres({ dataDir, settings: SETTINGS });
  const remove = async () => {
    await postgres.stop();
    await removeTemporaryFolder(dataDir);
  };
  return { url: postgres.url, remove };
}

/** A new folder, named by this process and open to every account. */
export function makeTemporaryFolder(): string {
  const folder = mkdtempSync(join(temporaryPlace(), `${identityOf(process.pid)}-`));
  chmodSync(folder, 0o755);
  return folder;
}

/** Stops a server that still runs on this data directory. The database may be elsewhere, behind a link. */
export async function removeTemporaryFolder(folder: string): Promise<void> {
  const link = join(folder, 'postgres');
  if (existsSync(link)) {
    const home = realpathSync(link);
    const left = runningPostmaster(join(home, 'data'));
    if (left) await stopPostmaster(join(home, 'data'), left.pid);
    rmSync(home, { recursive: true, force: true });
  }
  rmSync(folder, { recursive: true, force: true });
}

/** A killed run may have had more room in memory, or less, than this one. */
async function removeThoseOfKilledRuns(): Promise<void> {
  for (const place of [MEMORY, tmpdir()].map(placeIn).filter(isOwn)) {
    for (const name of readdirSync(place)) {
      if (!isStillAlive(name.split('-')[0] ?? '')) await removeTemporaryFolder(join(place, name));
    }
  }
}

let chosen: string | undefined;

/** The place of this process's folders. Root deletes its contents, so the folder must be root's own. */
function temporaryPlace(): string {
  if (chosen !== undefined) return chosen;
  const place = placeIn(hasRoomInMemory() ? MEMORY : tmpdir());
  mkdirSync(place, { recursive: true, mode: 0o755 });
  if (!isOwn(place)) throw new Error(`${place} belongs to somebody else`);
  return (chosen = place);
}

function placeIn(parent: string): string {
  return join(parent, `cloud-account-service-tests-${process.getuid?.()}`);
}

function isOwn(place: string): boolean {
  return statSync(place, { throwIfNoEntry: false })?.uid === process.getuid?.();
}

/** Each database has 750 files: in memory a copy takes 20 ms, on a disk up to half a second. */
function hasRoomInMemory(): boolean {
  if (!existsSync(MEMORY)) return false;
  const { bavail, bsize } = statfsSync(MEMORY);
  return Math.min(bavail * bsize, freemem()) > ROOM_BYTES && runsPrograms(MEMORY);
}

/**
 * PostgreSQL's programs may be copied beside its data (installBinaries), and containers forbid to run programs there. Of
 * several mounts at one place the last counts.
 */
function runsPrograms(mount: string): boolean {
  const mounts = readFileSync('/proc/mounts', 'utf8').split('\n');
  const options = mounts.findLast((line) => line.split(' ')[1] === mount)?.split(' ')[3];
  return options !== undefined && !options.split(',').includes('noexec');
}
