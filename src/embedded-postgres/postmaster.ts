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

/** Whether this process is a running server of the data folder, not another process that later got its pid. */
export function isPostmasterOf(data: string, pid: number): boolean {
  return pid > 0 && isAlive(pid) && (commandLineOf(pid)?.includes(data) ?? true);
}

/**
 * Lets PostgreSQL see that a lock file belongs to a dead server, even if another process or a zombie has that server's pid
 * now: PostgreSQL treats its parent's pid as stale. The file stays, because PostgreSQL uses it to find out whether processes
 * of the dead server still run.
 */
export function disownLockFile(data: string): void {
  const lines = lockFileLines(data);
  if (lines && isAlive(Number(lines[0]))) {
    writeFileSync(lockFile(data), [String(process.pid), ...lines.slice(1)].join('\n'));
  }
}

/** Fast shutdown: disconnects clients, and keeps everything that is committed. Resolves when the process has ended. */
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
