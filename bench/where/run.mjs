// `npm run bench:where` shows where the time of each change goes, and writes bench/WHERE.md. Per
// request: round trips, statements, WAL and what the tables add, by one connection; the processor
// time of the service by part and of PostgreSQL, by 32 connections. WHERE_ROWS=text takes only the
// rows whose name has the text.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cpuSeconds } from '../cpu.mjs';
import { load } from '../load.mjs';
import { figure } from '../report.mjs';
import { ROWS } from '../rows/index.mjs';
import { listening, root, Servers } from '../servers.mjs';
import { makeWorld } from '../world.mjs';
import { countFlights } from './flights.mjs';
import { profiled } from './profile.mjs';
import { Statements } from './statements.mjs';

const SERVICE = join(root, 'dist', 'main.js');
const WARM_UP = { connections: 8, seconds: 3 };
const REQUESTS = 400;
const CROWD = { connections: 32, seconds: 6 };
const SETTINGS = { shared_preload_libraries: 'pg_stat_statements', 'pg_stat_statements.track': 'all' };

const servers = await Servers.start({ folder: 'where', settings: SETTINGS });
const flights = await countFlights(servers.databaseUrl);
const service = await servers.once('counted', () =>
  listening([SERVICE], servers.env({ DATABASE_URL: flights.url })),
);
const profiledService = await profiled((env) => listening([SERVICE], servers.env(env)));
servers.once('profiled', () => profiledService);
const world = await makeWorld(servers.databaseUrl, service);
try {
  const sections = [];
  for (const row of ROWS.filter(({ name, measure }) => !measure && isWanted(name))) {
    sections.push(sectionOf(row.name, await look(row)));
    console.log(sections.at(-1));
  }
  if (!process.env.WHERE_ROWS) writeFileSync(join(root, 'bench', 'WHERE.md'), reportOf(sections));
} finally {
  await world.close();
  await servers.stop();
  flights.close();
}

function isWanted(name) {
  return (
    /^(POST|PUT|DELETE) /.test(name) && !/ in all$/.test(name) && name.includes(process.env.WHERE_ROWS ?? '')
  );
}

async function look(row) {
  await row.needs?.(servers);
  await load(service.port, await boundedOf(row), WARM_UP);
  const statements = await Statements.since(world.database);
  const before = flights.count();
  const { requests } = await load(service.port, await boundedOf(row, REQUESTS), {
    connections: 1,
    seconds: 60,
  });
  const flown = (flights.count() - before) / requests;
  return { flown, ...(await statements.per(requests)), ...(await processors(row)) };
}

async function processors(row) {
  const crowd = { ...CROWD, connections: row.connections ?? CROWD.connections };
  await load(profiledService.port, await boundedOf(row), crowd);
  const next = await boundedOf(row);
  const pids = [profiledService.pid, servers.postmaster];
  const before = pids.map(cpuSeconds);
  profiledService.begin();
  const { requests } = await load(profiledService.port, next, crowd);
  const [node, postgres] = pids.map((pid, i) => ((cpuSeconds(pid) - before[i]) * 1e6) / requests);
  return { node, postgres, parts: await profiledService.shares() };
}

/** The most requests of a run; a row may have fewer. */
async function boundedOf(row, max = Infinity) {
  const next = await row.requests(world);
  let left = Math.min(max, row.perRun ?? Infinity);
  return () => (left-- > 0 ? next() : undefined);
}

function sectionOf(name, { flown, statements, wal, tables, node, postgres, parts }) {
  const lines = [
    `## ${name}`,
    '',
    `${figure(flown)} round trips, ${figure(wal)} bytes of WAL, ${figure(node)} us of the service, ${figure(postgres)} us of PostgreSQL.`,
    '',
    '| statement, by time | calls | us | WAL, bytes |',
    '|---|---|---|---|',
    ...statements.map(
      ({ name: text, calls, us, bytes }) =>
        `| ${text} | ${figure(calls)} | ${figure(us)} | ${figure(bytes)} |`,
    ),
    '',
    '| table | rows changed | indexes | triggers |',
    '|---|---|---|---|',
    ...tables.map((one) => `| ${one.name} | ${figure(one.rows)} | ${one.indexes} | ${one.triggers} |`),
    '',
    `The service's time: ${parts.map(([part, share]) => `${part} ${Math.round(share * 100)} %`).join(', ')}.`,
  ];
  return lines.join('\n');
}

function reportOf(sections) {
  return `# Where the time of a change goes

${new Date().toISOString().slice(0, 10)}, machine: ${process.env.BENCH_MACHINE ?? 'not named (BENCH_MACHINE)'}. Per request. Command: \`npm run bench:where\`. The time of a
statement is PostgreSQL's own (\`pg_stat_statements\`), with those that functions and triggers run listed apart; its sum is not the
processor time, which has parsing of messages, the commit and the writing of WAL, too. Round trips and WAL are those of one connection;
with more, changes of one account share transactions (D-284), and the processor time is that of 32.

${sections.join('\n\n')}
`;
}
