import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port.js';
import { PROGRAMS } from './processes.js';

/** The service as a process of its own, from its sources. */
interface ServiceProgram {
  readonly child: ChildProcess;
  readonly port: number;
  readonly url: string;
  /** What it has written to standard output so far. */
  output(): string;
  /** Resolves when that fulfils the condition. */
  until(condition: (output: string) => boolean): Promise<void>;
}

/** Starts the service on a database; it is not ready yet. */
export async function spawnService(
  databaseUrl: string,
  env: Readonly<Record<string, string>> = {},
): Promise<ServiceProgram> {
  const port = await freePort();
  const child = spawn(process.execPath, [PROGRAMS.service], {
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: databaseUrl,
      ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
      IMAGE_STORE: `file:${mkdtempSync(join(tmpdir(), 'images-'))}`,
      PORT: String(port),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let output = '';
  child.stdout.on('data', (text) => (output += String(text)));
  const until = async (condition: (output: string) => boolean) => {
    while (!condition(output)) await once(child.stdout, 'data');
  };
  return { child, port, url: `http://127.0.0.1:${port}`, output: () => output, until };
}
