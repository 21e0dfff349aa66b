import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../../scripts/free-port.mjs';
import { median } from '../report.mjs';
import { root } from '../servers.mjs';

const PROGRAMS = {
  service: [join(root, 'dist', 'main.js'), '/v4/regions'],
  'bare Nest': [join(root, 'bench', 'start', 'bare-nest.mjs'), '/v4/hello'],
};

/**
 * The time from the start of the process to its first response, on a migrated database, and its
 * resident memory then.
 */
export const START_ROW = {
  name: 'start to first answer, and resident memory',
  async measure({ servers, runs }) {
    const figures = Object.fromEntries(Object.keys(PROGRAMS).map((name) => [name, []]));
    for (let run = 0; run < runs; run++) {
      for (const [name, program] of Object.entries(PROGRAMS))
        figures[name].push(await startOnce(program, servers));
    }
    const said = Object.entries(figures).map(([name, values]) => {
      const [seconds, mib] = [0, 1].map((which) => median(values.map((value) => value[which])));
      return `${name} ${seconds.toFixed(2)} s, ${mib.toFixed(0)} MiB`;
    });
    return { name: this.name, text: said.join('; ') };
  },
};

async function startOnce([program, path], servers) {
  const port = await freePort();
  const began = performance.now();
  const child = spawn(process.execPath, ['--no-warnings', program], {
    env: servers.env({ PORT: String(port) }),
    stdio: 'ignore',
  });
  const ended = once(child, 'exit');
  await answer(`http://127.0.0.1:${port}${path}`, child);
  const seconds = (performance.now() - began) / 1000;
  const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
  child.kill('SIGTERM');
  await ended;
  return [seconds, Number(/VmRSS:\s+(\d+)/.exec(status)[1]) / 1024];
}

async function answer(url, child) {
  while (child.exitCode === null) {
    const response = await fetch(url, { headers: { Connection: 'close' } }).catch(() => undefined);
    if (response?.ok) return;
    await delay(5);
  }
  throw new Error(`ended with ${child.exitCode}`);
}
