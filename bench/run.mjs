// `npm run bench` measures the built service and a bare server on the same PostgreSQL (fsync on),
// alternately; see README.md
import { storeInHistory } from './history.mjs';
import { measure } from './measure.mjs';
import { line, peersTable } from './report.mjs';
import { readResults, storeResults, writeReport } from './results.mjs';
import { ROWS } from './rows/index.mjs';
import { Servers } from './servers.mjs';
import { makeWorld } from './world.mjs';

const SHORT = process.env.BENCH_SHORT === '1';
const RESUME = process.env.BENCH_RESUME === '1';
const only = process.env.BENCH_ROWS;

const rows = ROWS.flatMap((row) => [
  row,
  ...(row.processes ?? []).map((count) => inProcesses(row, count)),
  ...(row.crowd ? [withCrowd(row)] : []),
]);
// If a run measures only some rows, the report keeps the earlier results of the others.
const results = only || RESUME ? readResults() : new Map();
const wanted = (SHORT && !only ? ROWS.map((row) => ({ ...row, peers: [] })) : rows).filter(
  ({ name }) => (!only || name.includes(only)) && !(RESUME && results.has(name)),
);

const servers = await Servers.start();
// The servers are separate processes. They would keep running, and keep a pipe open that another
// process reads to its end.
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => void servers.stop().finally(() => process.exit(1)));
}
const context = {
  servers,
  runs: SHORT ? 3 : 7,
  seconds: SHORT ? 0.5 : 1.5,
  /** By count, so that the code is compiled on a slow machine too. */
  warmUp: { requests: SHORT ? 2000 : 8000, seconds: SHORT ? 2 : 6 },
  world: await makeWorld(servers.databaseUrl, await servers.service()),
};
try {
  for (const row of wanted) {
    const result = row.measure ? await row.measure(context) : await measure(row, context);
    results.set(row.name, result);
    if (result.cpu) console.log(line(result));
    if (result.text) console.log(`${row.name}: ${result.text}`);
    if (result.peers?.length > 0) console.log(peersTable([result]).split('\n').slice(2).join('\n'));
    if (SHORT) continue;
    storeResults(results);
    const conditions = `32 connections, medians of ${context.runs} alternating runs of ${context.seconds} s`;
    writeReport(
      rows.map(({ name }) => name),
      results,
      conditions,
    );
  }
  if (!SHORT && !only) console.log(storeInHistory(results).join('\n'));
} finally {
  await context.world.close();
  await servers.stop();
}

function inProcesses(row, count) {
  return { ...row, name: `${row.name}, ${count} processes`, workers: count, peers: [] };
}

function withCrowd(row) {
  return { ...row, name: `${row.name}, 128 connections`, connections: 128, peers: [] };
}
