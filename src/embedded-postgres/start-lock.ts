import { randomUUID } from 'node:crypto';
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { EmbeddedPostgresError } from './embedded-postgres-error.js';
import { identityOf, isStillAlive } from './processes.js';

const WAIT_SECONDS = 60;

/**
 * Runs the work while it holds the lock file, exclusively among processes and calls. Takes over the
 * lock of a killed process.
 * @param signal ends the wait
 * @throws EmbeddedPostgresError after a minute of waiting; the reason of the signal
 */
export async function withStartLock<T>(
  file: string,
  work: () => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  const mark = `${identityOf(process.pid)} ${randomUUID()}`;
  const until = Date.now() + WAIT_SECONDS * 1000;
  while (!take(file, mark)) {
    signal?.throwIfAborted();
    if (Date.now() > until)
      throw new EmbeddedPostgresError(`Another process keeps the lock ${file}: stop it.`);
    await sleep(20);
  }
  try {
    return await work();
  } finally {
    if (read(file) === mark) rmSync(file, { force: true });
  }
}

/** A hard link appears together with its content: a lock file always names its holder. */
function take(file: string, mark: string): boolean {
  const own = `${file}.${mark.split(' ')[1]}`;
  writeFileSync(own, mark);
  try {
    linkSync(own, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    removeWhenStale(file, `${own}.stale`);
    return false;
  } finally {
    rmSync(own, { force: true });
  }
}

function removeWhenStale(file: string, aside: string): void {
  const mark = read(file);
  if (mark === undefined || isHeld(mark)) return;
  try {
    renameSync(file, aside);
    if (isHeld(read(aside) ?? '')) linkSync(aside, file);
  } catch {
    // Another process was faster. The next attempt sees its lock.
  }
  rmSync(aside, { force: true });
}

function isHeld(mark: string): boolean {
  return isStillAlive(mark.split(' ')[0] ?? '');
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
