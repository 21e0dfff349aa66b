// `npm run bench`: the built service beside a bare server on the same PostgreSQL (fsync on), run by turns; see README.md.
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
/** Until both are compiled. */
const WARM_UP_SECONDS = SHORT ? 1.5 : 4;
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

/** Alternating runs, the first of each server discarded: it warms up. */
async function measure(row, world) {
  await mustAnswerAlike(row, world, servers);
  const runs = { service: [], bare: [] };
  for (let run = 0; run <= RUNS; run++) {
    // Who is first takes turns too.
    const order = run % 2 ? ['service', 'bare'] : ['bare', 'service'];
    for (const name of order) {
      const server = servers[name];
      const next = await row.requests(world);
      const cpu = processCpuSeconds(server.pid);
      const seconds = run > 0 ? SECONDS : WARM_UP_SECONDS;
      const result = await load(server.port, next, { connections: CONNECTIONS, seconds });
      const microseconds = ((processCpuSeconds(server.pid) - cpu) * 1e6) / result.requests;
      const wrong = [...result.statuses.keys()].filter((status) => status !== row.status);
      if (wrong.length > 0) throw new Error(`${row.name}: ${name} answered ${wrong.join(', ')}`);
      if (run > 0) runs[name].push({ ...result, rate: result.requests / result.seconds, microseconds });
    }
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
