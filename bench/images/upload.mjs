import { execFileSync, spawn, spawnSync } from 'node:child_process';
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
import { cpuSeconds } from '../cpu.mjs';
import { load } from '../load.mjs';
import { freePort } from '../../scripts/free-port.mjs';
import { figure, median } from '../report.mjs';
import { viewedRecords } from '../rows/records.mjs';
import { listening, root } from '../servers.mjs';

const SHORT = process.env.BENCH_SHORT === '1';
const RAW_MIB = SHORT ? 128 : 1024;
const ROUNDS = SHORT ? 2 : 5;
const READERS = 4;
const MAX_GROWTH_MIB = 64;

/**
 * Uploads one image to the service, to a bare server that processes the bytes in the same way, and
 * to nginx's WebDAV, which only stores them, and runs `gzip -t` on the same file. They alternate,
 * so that a busy machine slows all of them. Each file is removed after its turn: a virtual machine
 * pays several times as much for a page of memory that it never used, and kept files would make
 * every later turn use such pages.
 */
const UPLOAD = {
  name: `PUT of an image of ${RAW_MIB} MiB, verified and stored`,
  async measure(context) {
    const folder = temporary(context.servers);
    const data = makeData(folder);
    const service = await context.servers.service();
    const limit = await context.servers.once('upload limit', () =>
      listening([join(root, 'bench', 'images', 'limit-server.mjs'), folder], process.env),
    );
    const nginx = await context.servers.once('nginx', () => startDav(folder));
    const contestants = {
      service: { pid: service.pid, run: () => upload(data, context) },
      bare: { pid: limit.pid, run: () => put(data, `http://127.0.0.1:${limit.port}/disk`) },
      'nginx WebDAV': nginx && { run: () => put(data, `http://127.0.0.1:${nginx.port}/disk`) },
      'gzip -t': { run: () => check(data) },
    };
    const rounds = [];
    for (let round = 0; round <= ROUNDS; round++) rounds.push(await turn(contestants, context.servers));
    return resultOf(this.name, statSync(data).size, rounds.slice(1));
  },
};

/** The speed of reads while an upload occupies a core. */
const READS_MEANWHILE = {
  name: `p50 of a read while an image of ${RAW_MIB} MiB is uploaded`,
  async measure(context) {
    const data = makeData(temporary(context.servers));
    const { port } = await context.servers.service();
    const next = await viewedRecords(context.world);
    const ratios = [];
    for (let round = 0; round <= ROUNDS; round++) {
      const idle = await load(port, next, { connections: READERS, seconds: context.seconds });
      let running = true;
      const uploaded = upload(data, context).finally(() => (running = false));
      const whileRunning = () => (running ? next() : undefined);
      const busy = await load(port, whileRunning, { connections: READERS, seconds: 60 });
      const remove = await uploaded;
      await remove();
      if (round > 0) ratios.push([busy.p50 / idle.p50, idle.p50, busy.p50]);
    }
    const [ratio, idle, busy] = [0, 1, 2].map((which) => median(ratios.map((values) => values[which])));
    const text = `${ratio.toFixed(2)} times the idle one's (${figure(idle)} ms idle, ${figure(busy)} ms meanwhile)`;
    return { name: this.name, text, goal: 'at most 3', ratio, limit: 3 };
  },
};

export const UPLOAD_ROWS = [UPLOAD, READS_MEANWHILE];

async function turn(contestants, { postmaster }) {
  const figures = {};
  for (const [name, contestant] of Object.entries(contestants)) {
    if (!contestant) continue;
    const { pid, run } = contestant;
    const memoryBefore = pid && memory(pid).now;
    // Resets the peak of resident memory.
    if (pid) writeFileSync(`/proc/${pid}/clear_refs`, '5');
    const before = pid && [cpuSeconds(pid), cpuSeconds(postmaster)];
    const began = performance.now();
    const remove = await run();
    figures[name] = { milliseconds: performance.now() - began };
    if (pid) {
      figures[name].cpu = (cpuSeconds(pid) - before[0]) * 1e6;
      figures[name].database = (cpuSeconds(postmaster) - before[1]) * 1e6;
      figures[name].growth = memory(pid).peak - memoryBefore;
    }
    await remove?.();
  }
  return figures;
}

function resultOf(name, bytes, rounds) {
  const times = (other) =>
    median(rounds.map((round) => round[other].milliseconds / round.service.milliseconds));
  const both = (key) => ['service', 'bare'].map((who) => median(rounds.map((round) => round[who][key])));
  const cost = ({ cpu, database }) => cpu + database;
  const growth = Math.max(...rounds.map(({ service }) => service.growth));
  const milliseconds = both('milliseconds');
  const rate = milliseconds.map((value) => 1000 / value);
  const peer = (other, floor) =>
    rounds[0][other]
      ? { name: other, floor, ratio: times(other), rate: rate[0] / times(other) }
      : { name: other };
  return {
    name,
    base: 'bare',
    text: `${figure(bytes / milliseconds[0] / 1000)} MB/s of ${figure(bytes / 1e6)} MB compressed; resident memory grew by ${growth} MiB`,
    goal: `memory by less than ${MAX_GROWTH_MIB} MiB`,
    rate,
    ratio: times('bare'),
    cpuRatio: median(rounds.map(({ service, bare }) => cost(bare) / cost(service))),
    floor: 0.9,
    cpu: both('cpu'),
    database: both('database'),
    p99: milliseconds,
    peers: [peer('nginx WebDAV'), peer('gzip -t', 1.4)],
  };
}

function temporary(servers) {
  const make = () => {
    const folder = mkdtempSync(join(tmpdir(), 'bench-images-'));
    return { folder, stop: () => rmSync(folder, { recursive: true }) };
  };
  return servers.once('upload folder', make).folder;
}

function makeData(folder) {
  const raw = join(folder, 'disk.raw');
  if (statSync(`${raw}.gz`, { throwIfNoEntry: false })) return `${raw}.gz`;
  const file = openSync(raw, 'w');
  const block = Buffer.alloc(1 << 20);
  for (let written = 0; written < RAW_MIB; written++) {
    randomFillSync(block, 0, block.length / 2);
    writeSync(file, block);
  }
  closeSync(file);
  execFileSync('gzip', ['-1', raw]);
  return `${raw}.gz`;
}

/** @returns a function that deletes the image */
async function upload(data, { servers, world }) {
  const { token } = world.writer;
  const body = { label: 'bench', region: 'us-east' };
  const { image, upload_to: address } = await world.call('POST', '/v4/images/upload', token, body);
  const { port } = await servers.service();
  await send(data, `http://127.0.0.1:${port}${new URL(address).pathname}`);
  return () => world.call('DELETE', `/v4/images/${image.id}`, token);
}

/** Undefined if nginx is not installed. */
async function startDav(folder) {
  if (spawnSync('nginx', ['-v']).error) return undefined;
  const port = await freePort();
  const files = join(folder, 'dav');
  mkdirSync(files);
  const config = join(folder, 'nginx.conf');
  writeFileSync(
    config,
    `daemon off; pid ${folder}/nginx.pid; error_log ${folder}/nginx.log; worker_processes 1; ${process.getuid() === 0 ? 'user root;' : ''}
events {}
http { access_log off; client_max_body_size 0; client_body_temp_path ${files}/tmp;
  server { listen 127.0.0.1:${port}; root ${files}; location / { dav_methods PUT DELETE; } } }`,
  );
  const child = spawn('nginx', ['-c', config], { stdio: 'ignore' });
  const ended = once(child, 'exit');
  const stop = async () => {
    child.kill();
    await ended;
  };
  for (let attempt = 0; attempt < 100; attempt++) {
    if (await fetch(`http://127.0.0.1:${port}/`).catch(() => undefined)) return { port, stop };
  }
  throw new Error('nginx did not start');
}

/** @returns a function that deletes the file */
async function put(data, address) {
  await send(data, address);
  return () => run('curl', ['-s', '-f', '-X', 'DELETE', address]);
}

async function check(data) {
  await run('gzip', ['-t', data]);
}

async function send(data, address) {
  const code = await run('curl', ['-s', '-o', '/dev/null', '-w', '%{http_code}', '-T', data, address]);
  if (!code.startsWith('20')) throw new Error(`${address}: ${code}`);
}

async function run(command, parameters) {
  const child = spawn(command, parameters, { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.on('data', (bytes) => (output += bytes));
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${command} ended with ${code}`);
  return output;
}

function memory(pid) {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const mib = (name) => Math.round(Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)[1]) / 1024);
  return { now: mib('VmRSS'), peak: mib('VmHWM') };
}
