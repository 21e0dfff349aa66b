import { requireSameAnswers } from './alike.mjs';
import { cpuSeconds } from './cpu.mjs';
import { load } from './load.mjs';
import { median } from './report.mjs';

const CONNECTIONS = 32;
/** The maximum ratio of the service's p99 to the bare server's, unless a row says otherwise. */
const P99 = 1.5;

/**
 * Runs a row's contestants alternately, after a warm-up of each: the service, its base (the bare
 * server, or the service itself in another state), and the peers.
 */
export async function measure(row, context) {
  const { servers, runs: count } = context;
  await row.needs?.(servers);
  const all = await contestantsOf(row, context);
  const contestants = all.filter(({ server }) => server);
  const missing = all.filter(({ server }) => !server);
  if (row.bare) await requireSameAnswers(row, context.world, contestants);
  const runs = new Map(contestants.map((contestant) => [contestant, []]));
  for (const contestant of contestants) await runOnce(row, contestant, servers, context.warmUp);
  for (let run = 0; run < count; run++) {
    // Alternate the first contestant, too.
    const order = run % 2 ? contestants : [...contestants].reverse();
    for (const contestant of order) {
      runs.get(contestant).push(await runOnce(row, contestant, servers, { seconds: context.seconds }));
    }
  }
  if (row.workers) await servers.stopProcesses(row.workers);
  const result = resultOf(row, [...runs.entries()]);
  result.peers.push(...missing.map(({ name }) => ({ name })));
  return result;
}

async function contestantsOf(row, { servers, world }) {
  const workers = row.workers ?? 1;
  const requests = () => row.requests(world);
  const service = { name: 'service', server: await servers.service(workers), requests };
  if (row.on) {
    const other = await row.on(servers, world);
    Object.assign(service, { server: other.service, requests: () => row.requests(other.world) });
  }
  const base = row.against
    ? { name: row.against.name, server: await servers.service(), requests: () => row.against.requests(world) }
    : { name: 'bare', server: await servers.bare(workers), requests };
  const peers = await Promise.all(
    (row.peers ?? []).map(async (peer) => {
      const server = await peer.start(servers);
      return { ...peer, server, requests: () => peer.requests(server) };
    }),
  );
  return [service, base, ...peers];
}

async function runOnce(row, contestant, servers, { requests = row.perRun ?? Infinity, seconds }) {
  const { server } = contestant;
  const next = await contestant.requests();
  let sent = 0;
  const bounded = () => (sent++ < requests ? next() : undefined);
  const before = [cpuSeconds(server.pid), cpuSeconds(servers.postmaster)];
  const result = await load(server.port, bounded, { connections: row.connections ?? CONNECTIONS, seconds });
  const [cpu, database] = [cpuSeconds(server.pid), cpuSeconds(servers.postmaster)].map(
    (after, i) => ((after - before[i]) * 1e6) / result.requests,
  );
  const expected = contestant.status ?? row.status ?? 200;
  const wrong = [...result.statuses.keys()].filter((status) => status !== expected);
  if (wrong.length > 0) throw new Error(`${row.name}, ${contestant.name}: answered ${wrong.join(', ')}`);
  return { ...result, cpu, database };
}

function resultOf(row, [[, service], [base, baseRuns], ...peers]) {
  // Compare consecutive runs, so that a slow minute of the machine affects both.
  const ratioTo = (others, key) => median(service.map((run, i) => run[key] / others[i][key]));
  const both = (key) => [service, baseRuns].map((runs) => median(runs.map((run) => run[key])));
  return {
    name: row.name,
    base: base.name,
    rate: both('rate'),
    ratio: ratioTo(baseRuns, 'rate'),
    floor: row.floor,
    floorBy: row.floorBy ?? (row.bare ? 'cpu' : 'rate'),
    cpuRatio: median(service.map((run, i) => costOf(baseRuns[i]) / costOf(run))),
    cpu: both('cpu'),
    database: both('database'),
    p99: both('p99'),
    p99Ratio: ratioTo(baseRuns, 'p99'),
    p99Limit: row.p99 ?? P99,
    peers: peers.map(([{ name, floor }, runs]) => ({
      name,
      floor,
      rate: median(runs.map(({ rate }) => rate)),
      ratio: ratioTo(runs, 'rate'),
    })),
  };
}

/**
 * CPU time per request, including the database's. It hardly depends on other load of the machine.
 */
function costOf({ cpu, database }) {
  return cpu + database;
}
