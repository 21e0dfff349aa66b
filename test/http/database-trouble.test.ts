import { readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { Database } from '../../src/database/database.js';
import { migrate, migrateDown } from '../../src/database/migrations/migrate.js';
import {
  startEmbeddedPostgres,
  type EmbeddedPostgres,
} from '../../src/embedded-postgres/embedded-postgres.js';
import { run, runWhenBack, serverPid } from '../embedded/services.js';
import { startApp, type TestApp } from '../support/app.js';
import { Client, refusal, type Answer } from '../support/client.js';
import { makeAccount, makeVpc } from '../support/makers.js';
import { makeTemporaryFolder, removeTemporaryFolder } from '../support/temporary-postgres.js';
import { TestClock } from '../support/test-clock.js';

const SHORT = {
  DATABASE_CONNECT_TIMEOUT_SECONDS: '1',
  DATABASE_WAIT_TIMEOUT_SECONDS: '1',
  DATABASE_STATEMENT_TIMEOUT_SECONDS: '1',
  DATABASE_LOCK_TIMEOUT_SECONDS: '1',
};
const LONG = { DATABASE_STATEMENT_TIMEOUT_SECONDS: '600', DATABASE_LOCK_TIMEOUT_SECONDS: '600' };
const UNAVAILABLE = refusal('', 'The service is temporarily unavailable.');

describe('a database in trouble', () => {
  let dataDir: string;
  let postgres: EmbeddedPostgres;
  let clock: TestClock;
  let app: TestApp;
  let vpcs: Client;
  let vpcId: number;

  beforeAll(async () => {
    dataDir = makeTemporaryFolder();
    postgres = await startEmbeddedPostgres({ dataDir });
    await migrate(postgres.url);
    clock = new TestClock();
  });
  afterAll(async () => {
    await postgres.stop();
    await removeTemporaryFolder(dataDir);
  });
  afterEach(() => app.close());

  async function start(settings: Record<string, string>): Promise<void> {
    app = await startApp(settings, { databaseUrl: postgres.url, clock });
    vpcs = (await makeAccount(app)).client;
    vpcId = (await makeVpc(vpcs)).id;
  }

  const read = () => vpcs.get(`/vpcs/${vpcId}`);
  const search = () => vpcs.filter('/vpcs', { label: 'net' });
  const write = () => vpcs.put(`/vpcs/${vpcId}`, { label: 'net' });
  const ready = () => new Client(app.url, undefined, '/health').get('/ready');

  it('[D-34] a lock that is not free in time is 503, and requests without a lock succeed', async () => {
    await start({ ...SHORT, DATABASE_POOL: '1' });
    const lock = await lockedVpc();
    expectUnavailable(await write());
    expect(app.app.get(Database).activity).toMatchObject({ slow: 1, away: 0, unexpected: 0 });
    expect((await read()).status).toBe(200);
    await lock.end();
    expect((await write()).status).toBe(200);
  });

  it('[D-34] while a lock holds the only connection of the pool, other changes are 503, and succeed after it', async () => {
    await start({ ...SHORT, ...LONG, DATABASE_POOL: '1' });
    const lock = await lockedVpc();
    const held = write();
    await until(async () => (await waiting()) === 1);
    expectUnavailable(await write());
    expect(app.app.get(Database).activity).toMatchObject({ slow: 1, away: 0 });
    // Filtered lists and plain reads have connections of their own (D-211).
    expect((await search()).status).toBe(200);
    expect((await read()).status).toBe(200);
    await lock.end();
    expect((await held).status).toBe(200);
    expect((await write()).status).toBe(200);
  });

  it('[D-34] [D-176] a server that hangs is 503 and not ready, and recovers when it continues', async () => {
    await start(SHORT);
    const processes = serverProcesses();
    for (const pid of processes) process.kill(pid, 'SIGSTOP');
    const answers = await Promise.all([read(), search(), write(), ready()]);
    const later = await Promise.all([read(), search(), write()]);
    for (const pid of processes) process.kill(pid, 'SIGCONT');
    for (const answer of [...answers.slice(0, 3), ...later]) expectUnavailable(answer);
    expect(answers[3]!.status).toBe(503);
    expect(app.app.get(Database).activity.away).toBeGreaterThan(0);
    await recovered();
  });

  it('[D-34] [D-175] after the kill of the server, requests are 503 until it is back', async () => {
    await start(SHORT);
    const statuses = new Set<number>();
    const calls = [read, search, write];
    const callers = calls.map(async (call) => {
      for (let back = 0; back < 5;) {
        const { status } = await call();
        statuses.add(status);
        back = status === 200 && killed ? back + 1 : 0;
      }
    });
    let killed = false;
    await Promise.all([read(), search(), write()]);
    process.kill(serverPid(dataDir), 'SIGKILL');
    await runWhenBack(postgres.url, 'SELECT 1');
    killed = true;
    await Promise.all(callers);
    expect([...statuses].filter((status) => status !== 200)).toEqual([503]);
    const { away, slow } = app.app.get(Database).activity;
    expect([away > 0, slow]).toEqual([true, 0]);
  });

  it('[D-34] with a read-only database, changes are 503 and reads succeed; later changes succeed again', async () => {
    await start(SHORT);
    await readOnly('on');
    await until(async () => (await write()).status === 503);
    expectUnavailable(await write());
    expect([(await read()).status, (await search()).status]).toEqual([200, 200]);
    await readOnly('off');
    await until(async () => (await write()).status === 200);
  });

  it('[D-34] a database that accepts no sessions is 503, and requests succeed when it does', async () => {
    await start(SHORT);
    await takeSessions(false);
    for (const call of [read, search, write]) expectUnavailable(await call());
    await takeSessions(true);
    await recovered();
  });

  it('[D-176] a database without a migration that the code relies on: not ready', async () => {
    await start(SHORT);
    await migrateDown(postgres.url, 1);
    expect((await ready()).status).toBe(503);
    await migrate(postgres.url);
    expect((await ready()).status).toBe(200);
  });

  function expectUnavailable(answer: Answer): void {
    expect(answer).toMatchObject({ status: 503, body: UNAVAILABLE });
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  }

  async function recovered(): Promise<void> {
    for (const call of [read, search, write, ready]) await until(async () => (await call()).status === 200);
  }

  /** A session that holds the VPC's row until it ends. */
  async function lockedVpc(): Promise<pg.Client> {
    const session = new pg.Client(postgres.url);
    await session.connect();
    await session.query('BEGIN');
    await session.query('SELECT FROM vpcs WHERE id = $1 FOR UPDATE', [vpcId]);
    return session;
  }

  async function waiting(): Promise<number> {
    const rows = await run(postgres.url, 'SELECT FROM pg_stat_activity WHERE wait_event_type = $$Lock$$');
    return rows.length;
  }

  async function takeSessions(value: boolean): Promise<void> {
    const url = new URL(postgres.url);
    const name = url.pathname.slice(1);
    url.pathname = '/template1';
    await run(url.href, `ALTER DATABASE "${name}" ALLOW_CONNECTIONS ${value}`);
    await run(
      url.href,
      `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = '${name}'`,
    );
  }

  async function readOnly(value: 'on' | 'off'): Promise<void> {
    await run(postgres.url, `ALTER SYSTEM SET default_transaction_read_only = ${value}`);
    await run(postgres.url, 'SELECT pg_reload_conf()');
  }

  /** The server's processes, including its sessions. */
  function serverProcesses(): number[] {
    const pid = serverPid(dataDir);
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
    return [pid, ...children.trim().split(' ').map(Number)];
  }
});

async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await setTimeout(20);
}
