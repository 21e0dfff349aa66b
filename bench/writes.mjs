// `npm run bench:writes` measures the writes per second with one process and with two, by the
// number of clients, and their cost: CPU time of the service and of PostgreSQL, and WAL.
import pg from 'pg';
import { cpuSeconds } from './cpu.mjs';
import { load } from './load.mjs';
import { figure } from './report.mjs';
import { Servers } from './servers.mjs';
import { makeWorld } from './world.mjs';

const SECONDS = 6;
const CONNECTIONS = [2, 4, 8, 16, 32, 64, 128];
const ACCOUNTS = 5;
const DOMAINS = 25;

const servers = await Servers.start({ folder: 'writes' });
// The servers are separate processes and would keep running.
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => void servers.stop().finally(() => process.exit(1)));
}
const world = await makeWorld(servers.databaseUrl, await servers.service(1));
try {
  const domains = await makeDomains(world);
  console.log(
    '| processes | connections | writes per second | p50, ms | p99, ms | processors: service | PostgreSQL | WAL, MB/s |',
  );
  console.log('|---|---|---|---|---|---|---|---|');
  for (const workers of [1, 2]) {
    const service = await servers.service(workers);
    await load(service.port, writesOf(domains), { connections: 8, seconds: 3 });
    for (const connections of CONNECTIONS) {
      console.log(await measure({ service, workers, connections }, domains));
    }
  }
} finally {
  await world.close();
  await servers.stop();
}

async function makeDomains({ makeAccount, call }) {
  const accounts = await Promise.all(Array.from({ length: ACCOUNTS }, makeAccount));
  return Promise.all(
    Array.from({ length: ACCOUNTS * DOMAINS }, async (_, n) => {
      const { token } = accounts[n % ACCOUNTS];
      const body = { domain: `d${n}.writes.example`, type: 'master', soa_email: 'admin@example.com' };
      const { id } = await call('POST', '/v4/domains', token, body);
      const record = await call('POST', `/v4/domains/${id}/records`, token, recordOf(n));
      return { token, path: `/v4/domains/${id}/records`, record: record.id };
    }),
  );
}

function recordOf(n) {
  return { type: 'A', name: `w${n}`, target: `192.0.2.${n % 250}` };
}

/** Alternates new records and changes of a record, over all domains. */
function writesOf(domains) {
  let turn = Math.floor(Math.random() * 1e9);
  return () => {
    const { token, path, record } = domains[turn % domains.length];
    const body = recordOf(++turn);
    if (turn % 2) return { method: 'POST', path, token, body };
    return { method: 'PUT', path: `${path}/${record}`, token, body: { target: body.target } };
  };
}

async function measure({ service, workers, connections }, domains) {
  const before = await spent(service);
  const { requests, statuses, p50, p99 } = await load(service.port, writesOf(domains), {
    connections,
    seconds: SECONDS,
  });
  const after = await spent(service);
  const wrong = [...statuses.keys()].filter((status) => status !== 200);
  if (wrong.length > 0) throw new Error(`answered ${wrong.join(', ')}`);
  const perSecond = (name) => (after[name] - before[name]) / (after.time - before.time);
  const used = [perSecond('service'), perSecond('postgres'), perSecond('wal') / 1e6];
  const rate = requests / (after.time - before.time);
  return `| ${[workers, connections, rate, p50, p99, ...used].map(figure).join(' | ')} |`;
}

/** CPU seconds, bytes of WAL, and the time. */
async function spent({ pid }) {
  const client = new pg.Client(servers.databaseUrl);
  await client.connect();
  const { rows } = await client.query("SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 AS wal");
  await client.end();
  const time = performance.now() / 1000;
  return { time, wal: rows[0].wal, service: cpuSeconds(pid), postgres: cpuSeconds(servers.postmaster) };
}
