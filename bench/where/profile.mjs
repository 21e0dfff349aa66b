import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { root } from '../servers.mjs';

const LOADED = pathToFileURL(join(root, 'bench', 'where', 'profiler.mjs')).href;

/** Parts of the service by the file of a function; the first that fits counts. */
const PARTS = [
  ['pg', /node_modules\/pg/],
  ['TypeORM', /node_modules\/typeorm\//],
  ['class-validator and class-transformer', /node_modules\/(class-|validator)/],
  ['Nest, Express, RxJS', /node_modules\//],
  ['events', /dist\/events\//],
  ['access', /dist\/access\//],
  ['database', /dist\/database\//],
  ['validation', /dist\/shared\/validation\//],
  ['http', /dist\/shared\/http\//],
  ['the rest of shared', /dist\/shared\//],
  ['the area', /dist\//],
  ['Node', /^node:/],
];

/**
 * Starts a service whose processor time is sampled between `begin()` and `shares()`, which gives
 * the parts of the service with their shares, the largest first.
 */
export async function profiled(start) {
  const folder = mkdtempSync(join(tmpdir(), 'bench-where-'));
  const file = join(folder, 'profile.json');
  const service = await start({ NODE_OPTIONS: `--import=${LOADED}`, BENCH_PROFILE: file });
  const stop = async () => {
    await service.stop();
    rmSync(folder, { recursive: true });
  };
  const begin = () => process.kill(service.pid, 'SIGUSR2');
  return { ...service, stop, begin, shares: () => sharesOf(service.pid, file) };
}

async function sharesOf(pid, file) {
  rmSync(file, { force: true });
  process.kill(pid, 'SIGUSR2');
  for (;;) {
    await delay(100);
    try {
      return sharesIn(JSON.parse(readFileSync(file, 'utf8')));
    } catch {
      // Not complete yet.
    }
  }
}

function sharesIn({ nodes, samples, timeDeltas }) {
  const parts = new Map(nodes.map(({ id, callFrame }) => [id, partOf(callFrame)]));
  const times = new Map();
  samples.forEach((id, at) => {
    const part = parts.get(id);
    if (part !== undefined) times.set(part, (times.get(part) ?? 0) + timeDeltas[at]);
  });
  const total = [...times.values()].reduce((sum, time) => sum + time, 0);
  return [...times].map(([part, time]) => [part, time / total]).sort(([, one], [, other]) => other - one);
}

function partOf({ functionName, url }) {
  if (functionName === '(idle)') return undefined;
  if (functionName === '(garbage collector)') return 'garbage collector';
  if (url === '') return /^write|^read|shutdown/i.test(functionName) ? 'system calls that write' : 'Node';
  return PARTS.find(([, file]) => file.test(url))?.[0] ?? 'Node';
}
