import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packageRoot } from '../../src/shared/package-root.js';
import { createTestDatabase } from '../support/database.js';
import { freePort } from '../support/free-port.js';
import { childrenOf } from '../support/processes.js';

it('a process of WORKERS that is killed is replaced, also the first one, and a stop ends them all', async () => {
  const database = await createTestDatabase();
  const port = await freePort();
  const child = spawn(process.execPath, [join(packageRoot, 'test/support/service.mjs')], {
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: database.url,
      ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
      IMAGE_STORE: `file:${mkdtempSync(join(tmpdir(), 'images-'))}`,
      PORT: String(port),
      WORKERS: '2',
    },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const exit = once(child, 'exit');
  let output = '';
  child.stdout.on('data', (text) => (output += String(text)));
  const until = async (condition: () => boolean) => {
    while (!condition()) await once(child.stdout, 'data');
  };
  const starts = () => output.split('"service starts"').length - 1;
  await until(() => output.includes('listens on') && starts() === 2);
  const [first] = childrenOf(child.pid!);
  process.kill(first!, 'SIGKILL');
  await until(() => starts() === 3);
  expect(output).toContain(
    `"pid":${first},"code":null,"signal":"SIGKILL","restartInMs":0,"msg":"worker died"`,
  );
  while ((await fetch(`http://127.0.0.1:${port}/health/live`).catch(() => undefined))?.status !== 200);
  expect(childrenOf(child.pid!)).toHaveLength(2);
  child.kill('SIGTERM');
  expect(await exit).toEqual([0, null]);
  await database.drop();
}, 300_000);
