import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { processesIn } from '../../src/embedded-postgres/processes.js';
import { freePort } from '../support/free-port.js';
import { PROGRAMS } from '../support/processes.js';

const dataDir = realpathSync(mkdtempSync(join(tmpdir(), 'stopped-start-')));
const home = join(dataDir, 'postgres');
const servers = () => (existsSync(home) ? processesIn(join(realpathSync(home), 'data'), 'postgres') : []);

afterAll(() => {
  for (const pid of servers()) process.kill(pid, 'SIGKILL');
  if (existsSync(home)) rmSync(realpathSync(home), { recursive: true });
  rmSync(dataDir, { recursive: true });
});

it.each([
  ['SIGTERM', 'the start', [PROGRAMS.service], 0],
  ['SIGHUP', 'the start', [PROGRAMS.service], 0],
  ['SIGTERM', 'a command of the operator', [PROGRAMS.admin, 'migrate'], 1],
] as const)('[D-176] %s during %s also stops the embedded PostgreSQL', async (signal, _, program, code) => {
  const child = spawn(process.execPath, program, {
    env: {
      PATH: process.env.PATH,
      DATA_DIR: dataDir,
      PORT: String(await freePort()),
      METRICS_PORT: '0',
      LOG_LEVEL: 'silent',
    },
    stdio: 'ignore',
  });
  const exit = once(child, 'exit');
  while (servers().length === 0) await delay(10);
  child.kill(signal);
  expect(await exit).toEqual([code, null]);
  expect(servers()).toEqual([]);
});
