// `npm run bench`: the built service beside a bare server on the same PostgreSQL (fsync on), run by turns; see README.md
import { measure } from './measure.mjs';
import { line, table } from './report.mjs';
import { ROWS } from './rows/index.mjs';
import { Servers } from './servers.mjs';
import { makeWorld } from './world.mjs';

const SHORT = process.env.BENCH_SHORT === '1';
const only = process.env.BENCH_ROWS;

const servers = await Servers.start();
const context = {
  servers,
  runs: SHORT ? 3 : 9,
  seconds: SHORT ? 0.5 : 2,
  /** Until the code is compiled: by count, however slow the machine is. */
  warmUp: { requests: SHORT ? 2000 : 8000, seconds: SHORT ? 3 : 10 },
  world: await makeWorld(servers.databaseUrl, await servers.service()),
};
try {
  const rows = ROWS.flatMap((row) => (row.twoProcesses ? [row, inTwo(row)] : [row]));
  const results = [];
  for (const row of rows.filter(({ name }) => !only || name.includes(only))) {
    results.push(await measure(row, context));
    console.log(line(results.at(-1)));
  }
  console.log(`\n${table(results)}`);
} finally {
  await context.world.close();
  await servers.stop();
}

function inTwo(row) {
  return { ...row, name: `${row.name}, two processes`, workers: 2, peers: [] };
}
