import { readFileSync } from 'node:fs';

/** Whether the process runs. A zombie does not. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  return statusFields(pid)?.[0] !== 'Z';
}

/** Identifies a process, so that nobody mistakes another process that later gets the same pid for it. */
export function identityOf(pid: number): string {
  return `${pid}:${statusFields(pid)?.[19] ?? ''}`;
}

/** Whether the process named by `identityOf` still runs. */
export function isStillAlive(identity: string): boolean {
  const pid = Number(identity.split(':')[0]);
  return pid > 0 && isAlive(pid) && identityOf(pid) === identity;
}

/** The command line; undefined if the system does not give it. */
export function commandLineOf(pid: number): string[] | undefined {
  return readProc(pid, 'cmdline')?.split('\0');
}

/** The fields of /proc/PID/stat after the command's name: the first is the state, the 20th the start time. */
function statusFields(pid: number): string[] | undefined {
  const text = readProc(pid, 'stat');
  return text?.slice(text.lastIndexOf(')') + 2).split(' ');
}

function readProc(pid: number, file: string): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return undefined;
  }
}
