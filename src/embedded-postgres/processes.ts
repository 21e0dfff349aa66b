import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { basename } from 'node:path';

/** Whether the process runs. A zombie does not. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  return statusFields(pid)?.[0] !== 'Z';
}

/** Whether a signal or a debugger has halted the process: it neither works nor ends. */
export function isHalted(pid: number): boolean {
  return /^[Tt]$/.test(statusFields(pid)?.[0] ?? '');
}

/** The processes of this program that work in the folder; none where the system does not tell. */
export function processesIn(folder: string, program: string): number[] {
  return listProc().filter((pid) => {
    return readLink(pid, 'cwd') === folder && basename(readLink(pid, 'exe') ?? '') === program;
  });
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

function listProc(): number[] {
  try {
    return readdirSync('/proc').map(Number).filter(Boolean);
  } catch {
    return [];
  }
}

/** A program that was replaced since has a mark behind its name. */
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
