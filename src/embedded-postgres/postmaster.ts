import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { commandLineOf, isAlive } from './processes.js';

const FAST_STOP_SECONDS = 12;

/** What postmaster.pid says of the server of a data folder. */
export interface Postmaster {
  pid: number;
  port: number;
  isReady: boolean;
}

/** The running server of the data folder, if there is one. */
export function runningPostmaster(data: string): Postmaster | undefined {
  const lines = lockFileLines(data);
  const pid = Number(lines?.[0]);
  if (!lines || !isPostmasterOf(data, pid)) return undefined;
  return { pid, port: Number(lines[3]), isReady: lines[7]?.trim() === 'ready' };
}

/** Whether this process is a live server of the data folder, and no stranger that got its number. */
export function isPostmasterOf(data: string, pid: number): boolean {
  return pid > 0 && isAlive(pid) && (commandLineOf(pid)?.includes(data) ?? true);
}

/**
 * Makes PostgreSQL see a lock file that is left of a dead server as such even though a stranger or a zombie has
 * that server's number now: it takes its parent's number for stale. The file stays, because through it
 * PostgreSQL finds out whether processes of the dead server are still at work.
 */
export function disownLockFile(data: string): void {
  const lines = lockFileLines(data);
  if (lines && isAlive(Number(lines[0]))) {
    writeFileSync(lockFile(data), [String(process.pid), ...lines.slice(1)].join('\n'));
  }
}

/** Fast shutdown: clients are cut off, everything committed is on disk. Resolves when the process is gone. */
export async function stopPostmaster(data: string, pid: number): Promise<void> {
  const until = Date.now() + FAST_STOP_SECONDS * 1000;
  let signal: NodeJS.Signals | undefined = 'SIGINT';
  while (isPostmasterOf(data, pid)) {
    if (signal) process.kill(pid, signal);
    await sleep(10);
    signal = Date.now() > until ? 'SIGQUIT' : undefined;
  }
}

function lockFileLines(data: string): string[] | undefined {
  try {
    return readFileSync(lockFile(data), 'utf8').split('\n');
  } catch {
    return undefined;
  }
}

function lockFile(data: string): string {
  return join(data, 'postmaster.pid');
}
