import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { freePort } from '../../support/free-port.js';
import { packageRoot } from '../../../src/shared/package-root.js';
import { untilReady } from '../../stack/programs.js';
import { PLATFORM_TOKEN } from '../../support/app.js';
import { createTestDatabase } from '../../support/database.js';
import { TextMessageReceiver } from '../../support/text-message-receiver.js';

/** In bytes. */
export interface Memory {
  /** What the service holds after a collection, buffers too. */
  readonly heap: number;
  /** What the process takes of the machine. */
  readonly resident: number;
}

/** The service in a process of its own: nothing of the test's is in its memory, and a crash is one. */
export interface ServiceProcess {
  readonly url: string;
  readonly databaseUrl: string;
  /** What it has logged so far, line by line. */
  readonly log: readonly string[];
  memory(): Promise<Memory>;
  isRunning(): boolean;
  stop(): Promise<void>;
}

export async function startServiceProcess(env: Record<string, string> = {}): Promise<ServiceProcess> {
  const database = await createTestDatabase();
  const receiver = await TextMessageReceiver.start();
  const folder = mkdtempSync(join(tmpdir(), 'hostile-'));
  const port = await freePort();
  const child = spawn(
    process.execPath,
    ['--expose-gc', join(packageRoot, 'test/hostile/support/measured-service.mjs')],
    {
      env: {
        ...process.env,
        PORT: String(port),
        HOST: '127.0.0.1',
        DATABASE_URL: database.url,
        DATA_DIR: folder,
        PLATFORM_TOKEN,
        ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
        SMS_WEBHOOK_URL: receiver.url,
        LOG_LEVEL: 'info',
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    },
  );
  const log: string[] = [];
  for (const stream of [child.stdout!, child.stderr!]) {
    createInterface(stream).on('line', (line) => void log.push(line));
  }
  const exited = once(child, 'exit');
  await Promise.race([
    untilReady(`http://127.0.0.1:${port}`),
    exited.then(() => Promise.reject(new Error(log.join('\n')))),
  ]);
  return {
    url: `http://127.0.0.1:${port}`,
    databaseUrl: database.url,
    log,
    isRunning: () => child.exitCode === null && child.signalCode === null,
    async memory() {
      const answer = once(child, 'message');
      child.send('memory');
      return (await answer)[0] as Memory;
    },
    async stop() {
      child.kill('SIGTERM');
      await exited;
      await receiver.stop();
      await database.drop();
      rmSync(folder, { recursive: true });
    },
  };
}
