import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../../scripts/free-port.mjs';
import { cpuSeconds } from '../cpu.mjs';
import { median } from '../report.mjs';
import { root } from '../servers.mjs';

const PROGRAMS = {
  service: [join(root, 'dist', 'main.js'), '/v4/regions'],
  'bare Nest': [join(root, 'bench', 'start', 'bare-nest.mjs'), '/v4/hello'],
};

/** What the service may cost: seconds of CPU of a start, MiB at rest, seconds of a first `npm start`. */
const FLOORS = { cpuSeconds: 1.2, restMib: 130, firstSeconds: 8 };
const REST_MS = 10_000;

/**
 * Of a start on a migrated database: the time to the first response, the processor time of the process until then, and its
 * resident memory after a rest. Of the first `npm start` in a fresh copy, which builds and makes the database: the time.
 */
export const START_ROW = {
  name: 'start to first answer, processor time, and resident memory at rest',
  async measure({ servers, runs }) {
    const figures = Object.fromEntries(Object.keys(PROGRAMS).map((name) => [name, []]));
    for (let run = 0; run < runs; run++) {
      for (const [name, program] of Object.entries(PROGRAMS))
        figures[name].push(await startOnce(program, servers));
    }
    const said = Object.entries(figures).map(([name, values]) => {
      const [seconds, cpu, mib] = [0, 1, 2].map((which) => median(values.map((value) => value[which])));
      return `${name} ${seconds.toFixed(2)} s, ${cpu.toFixed(2)} s of CPU, ${mib.toFixed(0)} MiB`;
    });
    const first = await firstStart();
    const { cpuSeconds, restMib, firstSeconds } = FLOORS;
    const floors = `floors ${cpuSeconds} s of CPU, ${restMib} MiB, ${firstSeconds} s`;
    return { name: this.name, text: `${said.join('; ')}; first npm start ${first.toFixed(1)} s; ${floors}` };
  },
};

async function startOnce([program, path], servers) {
  const port = await freePort();
  const began = performance.now();
  const child = spawn(process.execPath, ['--no-warnings', program], {
    env: servers.env({ PORT: String(port), NODE_COMPILE_CACHE: join(servers.dataDir, 'compiled') }),
    stdio: 'ignore',
  });
  const ended = once(child, 'exit');
  await answer(`http://127.0.0.1:${port}${path}`, child);
  const seconds = (performance.now() - began) / 1000;
  const cpu = cpuSeconds(child.pid);
  await delay(REST_MS);
  const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
  child.kill('SIGTERM');
  await ended;
  return [seconds, cpu, Number(/VmRSS:\s+(\d+)/.exec(status)[1]) / 1024];
}

/** Seconds from `npm start` in a copy without a build and without data to the first response. */
async function firstStart() {
  const copy = mkdtempSync(join(tmpdir(), 'first-start-'));
  // The embedded PostgreSQL of root runs as another user.
  chmodSync(copy, 0o755);
  for (const name of COPIED) cpSync(join(root, name), join(copy, name), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  const port = await freePort();
  const began = performance.now();
  const child = spawn('npm', ['start'], {
    cwd: copy,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, PORT: String(port), DATA_DIR: join(copy, 'data') },
    stdio: 'ignore',
  });
  const ended = once(child, 'exit');
  await answer(`http://127.0.0.1:${port}/v4/regions`, child);
  const seconds = (performance.now() - began) / 1000;
  child.kill('SIGTERM');
  await ended;
  rmSync(copy, { recursive: true, force: true });
  return seconds;
}

const COPIED = ['src', 'migrations', 'package.json', 'package-lock.json', 'start.mjs'];

async function answer(url, child) {
  while (child.exitCode === null) {
    const response = await fetch(url, { headers: { Connection: 'close' } }).catch(() => undefined);
    if (response?.ok) return;
    await delay(5);
  }
  throw new Error(`ended with ${child.exitCode}`);
}
