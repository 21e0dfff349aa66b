import pg from 'pg';
import { DUE, NEW } from '../../dist/domain/nameservers/secondaries/announcements.sql.js';
import { TAKE } from '../../dist/domain/nameservers/customers/notifications.sql.js';
import { figure, median } from '../report.mjs';

const RUNS = 21;
/** The number of zones that changed since the last poll. */
const CHANGED = 10;

/** The polls that PowerDNS and the service run every few seconds. */
const POLLS = [
  ['PowerDNS: slaves that may be due', 'SELECT * FROM pdns.slaves', []],
  ['the service: zones to announce', NEW.text, [100]],
  ['the service: zones to announce again', DUE.text, [100]],
  ["the service: zones to notify customers' secondaries of", TAKE.text, [100]],
];

/** @returns a table of the cost of the polls by the number of zones */
export async function measurePolls(servers, sizes) {
  const costs = [];
  for (const zones of sizes) costs.push(await costsAmong(servers, zones));
  const head = sizes.map((zones) => `${zones.toLocaleString('en')} zones`).join(' | ');
  const rows = POLLS.map(
    ([name], index) => `| ${name} | ${costs.map((of) => shown(of[index])).join(' | ')} |`,
  );
  return `Each look finds ${CHANGED} zones. \`EXPLAIN (ANALYZE, BUFFERS)\`, medians of ${RUNS} runs: execution time, and pages of 8 KiB.

| look | ${head} |
|---|${sizes.map(() => '---|').join('')}
${rows.join('\n')}`;
}

async function costsAmong(servers, zones) {
  const name = `polls_${zones}`;
  const database = new pg.Client(await servers.createDatabase(name));
  await servers.service(1, name);
  await database.connect();
  await fill(database, zones);
  const costs = [];
  for (const [, text, values] of POLLS) costs.push(await costOf(database, text, values));
  await database.end();
  return costs;
}

async function fill(database, zones) {
  await database.query(`SET session_replication_role = replica; SET synchronous_commit = off`);
  await database.query(
    `WITH account AS (INSERT INTO accounts (company, email, active_since, domain_count)
       VALUES ('Bench', 'bench@example.com', now(), $1::integer) RETURNING id)
     INSERT INTO domains (account_id, domain, type, status, description, domain_group, soa_email, master_ips, axfr_ips,
       expire_sec, refresh_sec, retry_sec, ttl_sec, tags, serial, record_count)
     SELECT account.id, 'zone' || n || '.example', CASE WHEN n <= $2 THEN 'slave' ELSE 'master' END, 'active', '', '', 'admin@example.com',
       CASE WHEN n <= $2 THEN '{192.0.2.1}'::text[] ELSE '{}' END, '{}', 0, 0, 0, 0, '{}', 2026000001, 0
     FROM account, generate_series(1, $1::integer) n`,
    [zones, CHANGED],
  );
  await database.query('SET session_replication_role = DEFAULT');
  await database.query(
    `UPDATE domains SET axfr_ips = '{192.0.2.1}', serial = serial + 1 WHERE id IN (SELECT id FROM domains WHERE type = 'master' LIMIT $1)`,
    [CHANGED],
  );
  await database.query(
    `INSERT INTO pdns.announcements (zone_id, serial, attempts)
     SELECT id, serial, row_number() OVER () % 2 FROM domains WHERE type = 'master' LIMIT 2 * $1::integer`,
    [CHANGED],
  );
  await database.query('VACUUM (ANALYZE)');
}

/** Rolls back what the statement changes. */
async function costOf(database, text, values) {
  const runs = [];
  for (let run = 0; run < RUNS; run++) {
    await database.query('BEGIN');
    const { rows } = await database.query(`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${text}`, values);
    await database.query('ROLLBACK');
    const [{ Plan: plan, 'Execution Time': milliseconds }] = rows[0]['QUERY PLAN'];
    if (plan['Actual Rows'] !== CHANGED) throw new Error(`${text} found ${plan['Actual Rows']} rows`);
    runs.push({ milliseconds, pages: plan['Shared Hit Blocks'] + plan['Shared Read Blocks'] });
  }
  const of = (key) => median(runs.map((run) => run[key]));
  return { milliseconds: of('milliseconds'), pages: of('pages') };
}

function shown({ milliseconds, pages }) {
  return `${figure(milliseconds)} ms, ${pages} pages`;
}
