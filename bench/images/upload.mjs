// Uploads one image again and again: to the service, to the bare server that does the same with the bytes, to nginx's
// WebDAV (which only stores them), and beside `gzip -t` of the same file. In turns, so that a busy machine is busy for
// all of them; medians of the wall time and, for the service, the growth of its resident memory.
//   node bench/images/upload.mjs [MiB of the raw disk = 1024] [rounds = 5]
import { execFileSync, spawn } from 'node:child_process';
import { randomFillSync } from 'node:crypto';
import { once } from 'node:events';
import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { createInterface } from 'node:readline';

const [mib, rounds] = [Number(process.argv[2] ?? 1024), Number(process.argv[3] ?? 5)];
const folder = mkdtempSync(join(tmpdir(), 'bench-images-'));
const children = [];

try {
  const data = makeData();
  const service = await startService();
  const limit = await startLimit();
  const dav = await startDav();
  const contestants = {
    service: async () => put(data, await uploadAddress(service)),
    limit: () => put(data, `http://127.0.0.1:${limit}/`),
    'nginx WebDAV': () => put(data, `http://127.0.0.1:${dav}/${Date.now()}`),
    'gzip -t': () => execFileSync('gzip', ['-t', data]),
  };
  const times = Object.fromEntries(Object.keys(contestants).map((name) => [name, []]));
  const growths = [];
  // The first round warms up.
  await turn(contestants, service.pid, times, growths);
  for (const values of Object.values(times)) values.length = 0;
  for (let round = 0; round < rounds; round++) await turn(contestants, service.pid, times, growths);
  report(statSync(data).size, times, growths);
} finally {
  for (const child of children) child.kill();
  await Promise.all(children.map((child) => child.exitCode ?? child.signalCode ?? once(child, 'exit')));
  rmSync(folder, { recursive: true });
}

async function turn(contestants, pid, times, growths) {
  for (const [name, run] of Object.entries(contestants)) {
    const before = memory(pid).now;
    // Forgets the peak so far.
    writeFileSync(`/proc/${pid}/clear_refs`, '5');
    const began = performance.now();
    await run();
    times[name].push(performance.now() - began);
    growths.push(memory(pid).peak - before);
  }
}

function makeData() {
  const raw = join(folder, 'disk.raw');
  const file = openSync(raw, 'w');
  const block = Buffer.alloc(1 << 20);
  for (let written = 0; written < mib; written++) {
    randomFillSync(block, 0, block.length / 2);
    writeSync(file, block);
  }
  closeSync(file);
  execFileSync('gzip', ['-1', raw]);
  return `${raw}.gz`;
}

async function startService() {
  const env = {
    ...process.env,
    PORT: '0',
    HOST: '127.0.0.1',
    DATA_DIR: join(folder, 'data'),
    LOG_LEVEL: 'silent',
  };
  delete env.DATABASE_URL;
  const child = spawn('node', ['start.mjs'], { env, stdio: ['ignore', 'pipe', 'ignore'] });
  children.push(child);
  let url;
  for await (const line of createInterface(child.stdout)) {
    url ??= /listens on (\S+)/.exec(line)?.[1];
    const token = /^ {2}([0-9a-f]{64})$/.exec(line)?.[1];
    if (url && token) return { url, token, pid: child.pid };
  }
  throw new Error('the service did not start');
}

async function uploadAddress({ url, token }) {
  // A kept connection would time out unseen while curl runs.
  const headers = {
    Authorization: `Bearer ${token}`,
    'Content-Type': 'application/json',
    Connection: 'close',
  };
  const body = JSON.stringify({ label: 'bench', region: 'us-east' });
  const answer = await fetch(`${url}/v4/images/upload`, { method: 'POST', headers, body });
  return url + new URL((await answer.json()).upload_to).pathname;
}

async function startLimit() {
  const child = spawn('node', ['bench/images/limit-server.mjs', folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  const [line] = await once(createInterface(child.stdout), 'line');
  return Number(line);
}

async function startDav() {
  const port = 20_000 + (process.pid % 20_000);
  const root = join(folder, 'dav');
  mkdirSync(root);
  const config = join(folder, 'nginx.conf');
  writeFileSync(
    config,
    `daemon off; pid ${folder}/nginx.pid; error_log ${folder}/nginx.log; worker_processes 1; ${process.getuid() === 0 ? 'user root;' : ''}
events {}
http { access_log off; client_max_body_size 0; client_body_temp_path ${root}/tmp;
  server { listen 127.0.0.1:${port}; root ${root}; location / { dav_methods PUT; } } }`,
  );
  children.push(spawn('nginx', ['-c', config], { stdio: 'ignore' }));
  for (let attempt = 0; attempt < 100; attempt++) {
    if (await fetch(`http://127.0.0.1:${port}/`).catch(() => undefined)) return port;
  }
  throw new Error('nginx did not start');
}

function put(data, address) {
  const code = execFileSync('curl', ['-s', '-o', '/dev/null', '-w', '%{http_code}', '-T', data, address]);
  if (!String(code).startsWith('20')) throw new Error(`${address}: ${code}`);
}

function memory(pid) {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const mib = (name) => Math.round(Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)[1]) / 1024);
  return { now: mib('VmRSS'), peak: mib('VmHWM') };
}

function report(bytes, times, growths) {
  const median = (values) => [...values].sort((a, b) => a - b)[values.length >> 1];
  const ours = median(times.service);
  console.log(`${(bytes / 1e9).toFixed(2)} GB compressed, ${mib} MiB raw, median of ${rounds}`);
  for (const [name, values] of Object.entries(times)) {
    const took = median(values);
    const rate = `${Math.round(bytes / took / 1000)} MB/s`;
    console.log(
      `${name.padEnd(14)} ${(took / 1000).toFixed(2)} s  ${rate.padStart(9)}  service/it ${(took / ours).toFixed(2)}`,
    );
  }
  console.log(`resident memory of the service grew by at most ${Math.max(...growths)} MiB`);
}
