import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../src/shared/package-root.js';

/** How a process ended. */
export interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Runs a program of the service from its sources, until it ends.
 * @param program a file of `test/support`: `service.mjs`, `admin.mjs` or `typeorm.mjs`.
 */
export function runProgram(
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Ended> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      ['--no-warnings', join(packageRoot, 'test/support', program), ...args],
      { env: { PATH: process.env.PATH, ...env } },
      (error, stdout, stderr) => resolve({ code: error ? Number(error.code) : 0, stdout, stderr }),
    );
  });
}

/** The processes that this one has started, the oldest first. */
export function childrenOf(parent: number): number[] {
  const children = readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid && parentOf(pid) === parent);
  return children.sort((one, other) => one - other);
}

function parentOf(pid: number): number | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(text.slice(text.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return undefined;
  }
}
