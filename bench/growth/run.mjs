// `npm run bench:growth` measures the same routes on a small and a large database, alternately, and
// writes bench/GROWTH.md. GROWTH_DOMAINS (1,000,000) is the size of the large one; its big account
// has as many events, tokens, logins, versions and kept answers, that of the small one 1,000.
// GROWTH_KEEP=1 keeps the databases for the next run. GROWTH_ROUTES=REGEXP measures only the routes
// with matching names, and keeps the other rows of the report.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import pg from 'pg';
import { load } from '../load.mjs';
import { figure, median } from '../report.mjs';
import { root, Servers } from '../servers.mjs';
import { ROUTES } from './routes.mjs';

const LARGE = Number(process.env.GROWTH_DOMAINS ?? 1_000_000);
const OWN = Number(process.env.GROWTH_OWN ?? LARGE);
const SMALL = Math.min(10_000, LARGE / 10);
const [RUNS, SECONDS, CONNECTIONS] = [5, 0.7, 4];
const LIMIT = 1.5;
const WRITERS = { connections: 32, seconds: 5 };
const REPORT = join(root, 'bench', 'GROWTH.md');
const only = new RegExp(process.env.GROWTH_ROUTES ?? '');

const amounts = (domains, own) => ({ domains, records: 10, tokens: domains / 10, events: domains, own });

const servers = await Servers.start({ folder: 'growth', keep: process.env.GROWTH_KEEP === '1' });
try {
  const sets = {
    small: await makeSet('small', amounts(SMALL, 1000)),
    large: await makeSet('large', amounts(LARGE, OWN)),
  };
  const rows = rowsOf(readFileSync(REPORT, 'utf8'));
  for (const route of ROUTES.filter(({ name }) => only.test(name))) {
    rows[route.name] = [await measure(route, sets), route.writes && (await measureWrites(route, sets.large))];
    console.log(rows[route.name].join('\n'));
    writeReport(rows, sets);
  }
} finally {
  await servers.stop();
}

/** Starts the service on a database of this size, and fills the database if it is empty. */
async function makeSet(name, size) {
  const database = new pg.Client(await servers.createDatabase(`growth_${name}`));
  const service = await servers.service(1, `growth_${name}`);
  await database.connect();
  const { rows } = await database.query(
    'SELECT count(*)::integer AS count FROM (SELECT FROM tokens LIMIT 1) t',
  );
  if (rows[0].count === 0) await fill(database, size);
  const sizes = await database.query(
    `SELECT relname, reltuples::bigint AS rows, pg_database_size(current_database()) AS bytes FROM pg_class
     WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace
       AND relname IN ('domains', 'records', 'tokens', 'events_first', 'logins_first', 'zone_versions_first', 'kept_answers')`,
  );
  servers.once(`growth ${name}`, () => ({ stop: () => database.end() }));
  return { service, database, sizes: sizes.rows };
}

async function fill(database, size) {
  const began = performance.now();
  for (const [what, amount] of Object.entries(size)) await database.query(`SET fill.${what} = ${amount}`);
  // The rows satisfy the foreign keys; checking them would double the time.
  await database.query(
    `SET session_replication_role = replica; SET synchronous_commit = off; SET work_mem = '256MB'; SET maintenance_work_mem = '1GB'`,
  );
  // Building an index from all rows is faster than row by row.
  const indexes = await database.query(
    `SELECT indexrelid::regclass AS name, pg_get_indexdef(indexrelid) AS definition FROM pg_index
     WHERE indrelid = 'records'::regclass AND NOT indisprimary`,
  );
  for (const { name } of indexes.rows) await database.query(`DROP INDEX ${name}`);
  await database.query(readFileSync(join(root, 'bench', 'growth', 'fill.sql'), 'utf8'));
  for (const { definition } of indexes.rows) await database.query(definition);
  await database.query('SET session_replication_role = DEFAULT');
  // Does the work of the disabled triggers.
  await database.query(
    `INSERT INTO login_counts (account_id, user_id, hour, logins)
     SELECT account_id, user_id, date_trunc('hour', datetime, 'UTC'), count(*) FROM logins GROUP BY 1, 2, 3`,
  );
  await database.query('VACUUM (ANALYZE)');
  console.log(`filled with ${size.domains} domains in ${figure((performance.now() - began) / 1000)} s`);
}

async function measure({ name, requests }, sets) {
  const p50s = { small: [], large: [] };
  for (let run = 0; run <= RUNS; run++) {
    for (const set of run % 2 ? ['small', 'large'] : ['large', 'small']) {
      const next = await requests(sets[set], run);
      const result = await load(sets[set].service.port, next, { connections: CONNECTIONS, seconds: SECONDS });
      const wrong = [...result.statuses.keys()].filter((status) => status !== 200);
      if (wrong.length > 0) throw new Error(`${name}: answered ${wrong.join(', ')}`);
      if (run > 0) p50s[set].push(result.p50);
    }
  }
  const ratio = median(p50s.large.map((value, i) => value / p50s.small[i]));
  const cells = [figure(median(p50s.small)), figure(median(p50s.large)), ratio.toFixed(2)];
  return `| ${name} | ${cells.join(' | ')} | ${ratio <= LIMIT ? 'yes' : 'no'} |`;
}

/** Measures writes per second of the large set, over more connections than there are processors. */
async function measureWrites({ name, requests }, set) {
  const { rate, p50, p99 } = await load(set.service.port, await requests(set), WRITERS);
  return `| ${name} | ${figure(rate)} | ${figure(p50)} | ${figure(p99)} |`;
}

/** The rows of both tables of a report, by route. */
function rowsOf(report) {
  const rows = {};
  for (const line of report.split('\n').filter((one) => /^\| (GET|POST|PUT|DELETE) /.test(one))) {
    (rows[line.split(' | ')[0].slice(2)] ??= []).push(line);
  }
  return rows;
}

function writeReport(rows, { small, large }) {
  const told = ({ sizes }) =>
    sizes.map(({ relname, rows }) => `${Number(rows).toLocaleString('en')} ${relname}`).join(', ');
  const lines = ROUTES.flatMap(({ name }) => (rows[name] ? [rows[name]] : []));
  const text = `# Growth

${new Date().toISOString().slice(0, 10)}, machine: ${process.env.BENCH_MACHINE ?? 'not named (BENCH_MACHINE)'}. One process, ${CONNECTIONS} connections, medians of ${RUNS} alternating runs of ${SECONDS} s; the caller is an
account that has a twentieth of everything or, where the table says so, another account. Command: \`npm run bench:growth\`.

- small: ${told(small)}
- large: ${told(large)}; ${figure(Number(large.sizes[0].bytes) / 1e9)} GB

| route | p50 small, ms | p50 large, ms | ratio | within ${LIMIT} |
|---|---|---|---|---|
${lines.map(([row]) => row).join('\n')}

What the large set takes of writes, with ${WRITERS.connections} connections for ${WRITERS.seconds} s:

| route | per second | p50, ms | p99, ms |
|---|---|---|---|
${lines.flatMap(([, row]) => row ?? []).join('\n')}
`;
  writeFileSync(REPORT, text);
}
