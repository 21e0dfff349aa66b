import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { jest } from '@jest/globals';
import pg from 'pg';
import { plain } from '../../src/database/driver/wire.js';
import { PipelinedReads } from '../../src/database/driver/pipelined-reads.js';
import { readSettings } from '../../src/shared/config/settings.js';
import { createEmptyDatabase, type TestDatabase } from '../support/database.js';

/** A read that is the oldest of its connection at two checks hangs. */
const CHECK_MS = 250;
/** The clocks that the tests don't stop: all but those of the checks. */
const REAL_CLOCKS = [
  'Date',
  'hrtime',
  'nextTick',
  'performance',
  'queueMicrotask',
  'setImmediate',
  'clearImmediate',
  'setTimeout',
  'clearTimeout',
] as const;
/** So many connections may wait for statements that hang. */
const MOST_LEFT = 4;

const OPTIONS = readSettings({
  DATABASE_CONNECT_TIMEOUT_SECONDS: '60',
  DATABASE_STATEMENT_TIMEOUT_SECONDS: '60',
  DATABASE_LOCK_TIMEOUT_SECONDS: '60',
  DATABASE_IDLE_TIMEOUT_SECONDS: '60',
});

let database: TestDatabase;
/** Holds the lock that the statements of `hang` want. */
let holder: pg.Client;
let reads: PipelinedReads;
beforeAll(async () => (database = await createEmptyDatabase()));
afterAll(() => database.drop());
beforeEach(async () => {
  jest.useFakeTimers({ doNotFake: [...REAL_CLOCKS] });
  holder = new pg.Client(database.url);
  await holder.connect();
  await holder.query('SELECT pg_advisory_lock(1)');
});
afterEach(async () => {
  jest.useRealTimers();
  await holder.end();
  await reads.end();
});

function open(connections: number, url = database.url): void {
  reads = new PipelinedReads({ ...OPTIONS, url }, connections);
}

/** The connection that answers, by its process. */
async function ask(...isList: boolean[]): Promise<number> {
  const { rows } = await reads.query(plain('SELECT pg_backend_pid() AS pid'), ...isList);
  return (rows[0] as { pid: number }).pid;
}

/** How many connections answer as many reads, each asked in a turn of the event loop of its own. */
async function connectionsOf(count: number, isList: boolean): Promise<number> {
  const pids = new Set<number>();
  for (let read = 0; read < count; read++) pids.add(await ask(isList));
  return pids.size;
}

/** A statement that PostgreSQL answers once the lock is free. */
async function hang(name: string, ...isList: boolean[]): Promise<void> {
  const text = `SELECT '${name}' AS name FROM pg_advisory_xact_lock_shared(1)`;
  expect((await reads.query(plain(text), ...isList)).rows).toEqual([{ name }]);
}

/** Ends when as many statements wait for the lock. */
async function areHanging(count: number): Promise<void> {
  const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  while ((await holder.query(waiting)).rowCount !== count);
}

function check(times = 1): void {
  jest.advanceTimersByTime(times * CHECK_MS);
}

describe('[D-229] a read that hangs', () => {
  it('leaves a new connection to the reads after it, and its own closes with its answer', async () => {
    open(1);
    const first = await ask();
    const hung = hang('one');
    await areHanging(1);
    check(2);
    expect(await ask()).not.toBe(first);
    expect(reads.openConnections).toBe(2);
    await holder.query('SELECT pg_advisory_unlock(1)');
    await hung;
    expect(reads.openConnections).toBe(1);
    const alive = `SELECT FROM pg_stat_activity WHERE pid = ${first}`;
    while ((await holder.query(alive)).rowCount !== 0);
  });

  it('delays the reads after it only until then', async () => {
    open(1);
    const first = await ask();
    const hung = hang('one');
    await areHanging(1);
    const behind = ask();
    check(2);
    expect(await behind).not.toBe(first);
    await holder.query('SELECT pg_advisory_unlock(1)');
    await hung;
  });

  it('at one check only keeps its connection, and the reads after it', async () => {
    open(1);
    const first = await ask();
    const hung = hang('one');
    await areHanging(1);
    check();
    const behind = ask();
    expect(reads.openConnections).toBe(1);
    await holder.query('SELECT pg_advisory_unlock(1)');
    await hung;
    expect(await behind).toBe(first);
  });

  it('is asked again where it hangs already', async () => {
    open(1);
    await ask();
    const hung = [hang('one')];
    await areHanging(1);
    check(2);
    await ask();
    hung.push(hang('one'));
    await turn();
    check(2);
    await ask();
    expect(reads.openConnections).toBe(2);
    await holder.query('SELECT pg_advisory_unlock(1)');
    await Promise.all(hung);
    expect(reads.openConnections).toBe(1);
  });

  it(`takes one more connection for each statement, and ${MOST_LEFT} at most`, async () => {
    open(1);
    await ask();
    const hung: Promise<void>[] = [];
    for (let left = 1; left <= MOST_LEFT; left++) {
      hung.push(hang(`statement ${left}`));
      await areHanging(left);
      check(2);
      await ask();
      expect(reads.openConnections).toBe(left + 1);
    }
    hung.push(hang('one more'));
    await areHanging(MOST_LEFT + 1);
    check(2);
    const behind = ask();
    expect(reads.openConnections).toBe(MOST_LEFT + 1);
    await holder.query('SELECT pg_advisory_unlock(1)');
    await Promise.all([...hung, behind]);
    expect(reads.openConnections).toBe(1);
  });

  it('gets its answer when the reads end meanwhile', async () => {
    open(1);
    await ask();
    const hung = hang('one');
    await areHanging(1);
    check(2);
    await ask();
    const ended = reads.end();
    await holder.query('SELECT pg_advisory_unlock(1)');
    await Promise.all([hung, ended]);
  });

  it('does not hang while its connection is being made', async () => {
    const sockets: Socket[] = [];
    const silent = createServer((socket) => sockets.push(socket)).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    open(1, `postgres://127.0.0.1:${(silent.address() as AddressInfo).port}/none`);
    const asked: Promise<unknown>[] = [ask()];
    await once(silent, 'connection');
    check(2);
    asked.push(reads.query(plain('SELECT 1')));
    expect(reads.openConnections).toBe(1);
    sockets.forEach((socket) => socket.destroy());
    for (const answer of asked) await expect(answer).rejects.toThrow('Connection terminated');
    expect(reads.openConnections).toBe(0);
    silent.close();
  });
});

describe('reads on a few connections', () => {
  it('take them in turn', async () => {
    open(3);
    expect(await connectionsOf(3, false)).toBe(3);
  });

  it('share one when one turn of the event loop asks at most eight', async () => {
    open(2);
    const asked = async (count: number) =>
      new Set(await Promise.all(Array.from({ length: count }, () => ask())));
    expect((await asked(8)).size).toBe(1);
    expect((await asked(9)).size).toBe(2);
  });

  it('go where the fewest answers are missing', async () => {
    open(3);
    const hung = [hang('one')];
    await areHanging(1);
    hung.push(hang('two'));
    await areHanging(2);
    expect(await connectionsOf(4, false)).toBe(1);
    await holder.query('SELECT pg_advisory_unlock(1)');
    await Promise.all(hung);
  });

  it('never wait for a list: one connection has none', async () => {
    open(3);
    expect(await connectionsOf(6, true)).toBe(2);
    const lists = [hang('list', true), turn().then(() => hang('list', true))];
    await areHanging(2);
    expect(await connectionsOf(4, false)).toBe(1);
    await holder.query('SELECT pg_advisory_unlock(1)');
    await Promise.all(lists);
  });

  it('share the only one with lists', async () => {
    open(1);
    expect(await ask(true)).toBe(await ask(false));
  });

  it('are asked on a new connection after theirs broke', async () => {
    open(1);
    const first = await ask();
    await holder.query(`SELECT pg_terminate_backend(${first})`);
    while (reads.openConnections > 0) await turn();
    expect(await ask()).not.toBe(first);
  });

  it('leave no session at the server when they end', async () => {
    open(2);
    await connectionsOf(2, false);
    await reads.end();
    const others =
      'SELECT FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()';
    expect((await holder.query(others)).rowCount).toBe(0);
  });

  it('cannot change anything, and plan each statement once', async () => {
    open(1);
    await expect(reads.query(plain('CREATE TABLE one ()'))).rejects.toMatchObject({ code: '25006' });
    expect((await reads.query(plain('SHOW plan_cache_mode'))).rows).toEqual([
      { plan_cache_mode: 'force_generic_plan' },
    ]);
  });
});
