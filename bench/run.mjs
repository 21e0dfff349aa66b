// `npm run bench`: the built service beside a bare server on the same PostgreSQL (fsync on), run by turns; see README.md
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { load } from './load.mjs';
import { mustAnswerAlike } from './alike.mjs';
import { processCpuSeconds } from './cpu.mjs';
import { median, table } from './report.mjs';
import { ROWS } from './rows/index.mjs';
import { root, startServers } from './servers.mjs';
import { makeWorld } from './world.mjs';

const SHORT = process.env.BENCH_SHORT === '1';
const CONNECTIONS = 32;
const RUNS = SHORT ? 3 : 9;
const SECONDS = SHORT ? 0.5 : 2;
/** Until the code is compiled: by count, however slow the machine is. */
const WARM_UP = { requests: SHORT ? 2000 : 8000, seconds: 30 };
const only = process.env.BENCH_ROWS;

const servers = await startServers();
const world = await makeWorld(servers);
try {
  const results = [];
  for (const row of ROWS.filter(({ name }) => !only || name.includes(only))) {
    results.push(await measure(row, world));
    console.log(table(results.slice(-1)).split('\n').at(-1));
  }
  const report = table(results);
  console.log(`\n${report}`);
  if (!SHORT && !only) writeResults(report);
} finally {
  await world.close();
  await servers.stop();
}

/** Alternating runs after a warm-up of each server. */
async function measure(row, world) {
  await mustAnswerAlike(row, world, servers);
  const runs = { service: [], bare: [] };
  for (const name of ['service', 'bare']) await runOnce(row, world, servers[name], WARM_UP);
  for (let run = 0; run < RUNS; run++) {
    // Who is first takes turns too.
    const order = run % 2 ? ['service', 'bare'] : ['bare', 'service'];
    for (const name of order) runs[name].push(await runOnce(row, world, servers[name], { seconds: SECONDS }));
  }
  const of = (name, key) => median(runs[name].map((run) => run[key]));
  return {
    name: row.name,
    service: of('service', 'rate'),
    bare: of('bare', 'rate'),
    // Of neighbours in time, so that a slow minute of the machine slows both.
    ratio: median(runs.service.map(({ rate }, i) => rate / runs.bare[i].rate)),
    cpu: [of('service', 'microseconds'), of('bare', 'microseconds')],
    p99: [of('service', 'p99'), of('bare', 'p99')],
  };
}

async function runOnce(row, world, { pid, port }, { requests = Infinity, seconds }) {
  const next = await row.requests(world);
  let sent = 0;
  const bounded = () => (sent++ < requests ? next() : undefined);
  const cpu = processCpuSeconds(pid);
  const result = await load(port, bounded, { connections: CONNECTIONS, seconds });
  const microseconds = ((processCpuSeconds(pid) - cpu) * 1e6) / result.requests;
  const wrong = [...result.statuses.keys()].filter((status) => status !== row.status);
  if (wrong.length > 0) throw new Error(`${row.name}: answered ${wrong.join(', ')}`);
  return { ...result, rate: result.requests / result.seconds, microseconds };
}

function writeResults(report) {
  const date = new Date().toISOString().slice(0, 10);
  const machine = process.env.BENCH_MACHINE ?? 'not named (BENCH_MACHINE)';
  const text = `# Bench results

${date}, machine: ${machine}. Node ${process.versions.node}, embedded PostgreSQL with fsync on, ${CONNECTIONS} keep-alive
connections, medians of ${RUNS} alternating runs of ${SECONDS} s. Server, database and load generator share the machine.

Command: \`npm run bench\`. What is compared with what: [README.md](README.md).

${report}
`;
  writeFileSync(join(root, 'bench', 'RESULTS.md'), text);
}
