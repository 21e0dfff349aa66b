import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { commandLineOf, identityOf, isAlive, isStillAlive, processesIn } from './processes.js';

const FAST_STOP_SECONDS = 12;
const IMMEDIATE_STOP_SECONDS = 10;

/** The content of a data folder's postmaster.pid. */
export interface Postmaster {
  pid: number;
  port: number;
  isReady: boolean;
}

/** The running server of the data folder; undefined if there is none. */
export function runningPostmaster(data: string): Postmaster | undefined {
  const lines = lockFileLines(data);
  const pid = Number(lines?.[0]);
  if (!lines || !isPostmasterOf(data, pid)) return undefined;
  return { pid, port: Number(lines[3]), isReady: lines[7]?.trim() === 'ready' };
}

/**
 * Whether this process is a running server of the data folder, and not another process that reuses
 * its pid.
 */
export function isPostmasterOf(data: string, pid: number): boolean {
  return pid > 0 && isAlive(pid) && (commandLineOf(pid)?.includes(data) ?? true);
}

/**
 * Kills the processes of a server whose postmaster is dead: they hold the shared memory that a new
 * server needs. A halted or busy process does not notice that its postmaster is dead (D-227).
 */
export function endLeftProcesses(data: string): void {
  for (const pid of processesIn(data, 'postgres')) kill(pid, 'SIGKILL');
}

/** Kills a halted postmaster: nothing else does. */
export function endHalted({ pid }: Postmaster): void {
  kill(pid, 'SIGKILL');
}

/**
 * Makes PostgreSQL treat the lock file of a dead server as stale, even when another process or a
 * zombie has its pid now: PostgreSQL ignores the pid of its own parent. The file stays, because
 * PostgreSQL uses it to detect live processes of the dead server.
 */
export function disownLockFile(data: string): void {
  const lines = lockFileLines(data);
  if (lines && isAlive(Number(lines[0]))) {
    writeFileSync(lockFile(data), [String(process.pid), ...lines.slice(1)].join('\n'));
  }
}

/**
 * Fast shutdown: disconnects clients and keeps committed data. Resolves when the process has ended.
 */
export async function stopPostmaster(data: string, pid: number): Promise<void> {
  if (!isPostmasterOf(data, pid)) return;
  // A process that is ending has no command line any more.
  const identity = identityOf(pid);
  const begin = Date.now();
  let last: NodeJS.Signals | undefined;
  while (isStillAlive(identity)) {
    const signal = stopSignal((Date.now() - begin) / 1000);
    if (signal !== last) kill(pid, signal);
    last = signal;
    await sleep(10);
  }
  if (last === 'SIGKILL') endLeftProcesses(data);
}

function stopSignal(seconds: number): NodeJS.Signals {
  if (seconds < FAST_STOP_SECONDS) return 'SIGINT';
  return seconds < FAST_STOP_SECONDS + IMMEDIATE_STOP_SECONDS ? 'SIGQUIT' : 'SIGKILL';
}

function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    // The process has already ended.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
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
