import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { packageRoot } from '../../src/shared/package-root.js';

/** Debian's Python, which has Debian's packages. */
const PYTHON = '/usr/bin/python3';

/** Runs a program of this folder, which drives the service with a client. @returns the JSON that it prints */
export async function runProgram(file: string, url: string, token: string): Promise<unknown> {
  const command = file.endsWith('.py') ? PYTHON : process.execPath;
  const env = { ...process.env, SERVICE_URL: url, SERVICE_TOKEN: token };
  const { stdout } = await promisify(execFile)(command, [join(packageRoot, 'test/clients', file)], { env });
  return JSON.parse(stdout);
}
