import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { basename } from 'node:path';

/** Whether the process is running. A zombie is not. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  return statusFields(pid)?.[0] !== 'Z';
}

/** Whether a signal or a debugger has halted the process. */
export function isHalted(pid: number): boolean {
  return /^[Tt]$/.test(statusFields(pid)?.[0] ?? '');
}

/**
 * The processes of this program whose working directory is the folder; empty on systems without
 * /proc.
 */
export function processesIn(folder: string, program: string): number[] {
  return listProc().filter((pid) => {
    return readLink(pid, 'cwd') === folder && basename(readLink(pid, 'exe') ?? '') === program;
  });
}

/** Identifies a process, so that a later process with the same pid is not mistaken for it. */
export function identityOf(pid: number): string {
  return `${pid}:${statusFields(pid)?.[19] ?? ''}`;
}

/** Whether the process with this `identityOf` is still running. */
export function isStillAlive(identity: string): boolean {
  const pid = Number(identity.split(':')[0]);
  return pid > 0 && isAlive(pid) && identityOf(pid) === identity;
}

/** The command line; undefined when the system does not provide it. */
export function commandLineOf(pid: number): string[] | undefined {
  return readProc(pid, 'cmdline')?.split('\0');
}

/**
 * The fields of /proc/PID/stat after the command's name: the first is the state, the 20th the start
 * time.
 */
function statusFields(pid: number): string[] | undefined {
  const text = readProc(pid, 'stat');
  return text?.slice(text.lastIndexOf(')') + 2).split(' ');
}

function listProc(): number[] {
  try {
    return readdirSync('/proc').map(Number).filter(Boolean);
  } catch {
    return [];
  }
}

/** Linux marks a program that was replaced while it ran. */
function readLink(pid: number, name: string): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/${name}`).replace(/ \(deleted\)$/, '');
  } catch {
    return undefined;
  }
}

function readProc(pid: number, file: string): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return undefined;
  }
}
