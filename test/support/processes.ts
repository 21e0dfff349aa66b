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

/** The sources as the run of the tests compiled them, for programs and threads. */
export const compiledSources = join(packageRoot, '.compiled');

/** The files of the programs that tests start. */
export const PROGRAMS = {
  service: join(compiledSources, 'main.js'),
  admin: join(compiledSources, 'admin/main.js'),
  signer: join(compiledSources, 'signer/main.js'),
  typeorm: join(packageRoot, 'node_modules/typeorm/cli.js'),
};

/** Runs a program until it ends. */
export function runProgram(
  program: keyof typeof PROGRAMS,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Ended> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      ['--no-warnings', PROGRAMS[program], ...args],
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
