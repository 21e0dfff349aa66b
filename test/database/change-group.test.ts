import pg from 'pg';
import { Database } from '../../src/database/database.js';
import { command } from '../../src/database/statement.js';
import { NotFound, Unavailable } from '../../src/shared/errors/errors.js';
import { startApp, type TestApp } from '../support/app.js';
import { lockIsAwaited, query } from '../support/sql.js';

const ADD = command<{ transaction: string }>(
  'test.add',
  `UPDATE rows_of_test SET changes = changes + 1 + 1 / $2::integer WHERE name = $1
     RETURNING pg_current_xact_id()::text AS transaction`,
);
const DEFERRED = command<object>('test.addDeferred', 'INSERT INTO twice_of_test VALUES ($1) RETURNING 1');
const END_SESSION = command<object>('test.endSession', 'SELECT pg_terminate_backend(pg_backend_pid())');

let app: TestApp;
let database: Database;
let blocker: pg.Client;
beforeAll(async () => {
  app = await startApp({ DATABASE_LOCK_TIMEOUT_SECONDS: '1' });
  database = app.app.get(Database);
  await query(app, 'CREATE TABLE rows_of_test (name text PRIMARY KEY, changes integer NOT NULL)');
  await query(app, 'CREATE TABLE twice_of_test (name text UNIQUE DEFERRABLE INITIALLY DEFERRED)');
});
afterAll(() => app.close());
beforeEach(async () => {
  await query(app, 'TRUNCATE twice_of_test');
  await query(app, `DELETE FROM rows_of_test`);
  await query(app, `INSERT INTO rows_of_test VALUES ('a', 0), ('b', 0), ('c', 0)`);
  blocker = new pg.Client(app.databaseUrl);
  await blocker.connect();
  await blocker.query('BEGIN');
});
afterEach(() => blocker.end());

const lock = (name: string) => blocker.query('SELECT FROM rows_of_test WHERE name = $1 FOR UPDATE', [name]);

type Change = readonly [row: string, divisor?: number];

/** Runs the changes in one group. @returns their outcomes */
function together(...changes: readonly Change[]) {
  const group = database.changeGroup();
  return Promise.allSettled(
    changes.map(([row, divisor = 2]) =>
      database.change((run) => run(ADD, [row, divisor]), group.runnerFor(row)),
    ),
  );
}

const outcomes = (settled: readonly PromiseSettledResult<unknown>[]) => settled.map(({ status }) => status);
const changes = async () =>
  (await query(app, 'SELECT changes FROM rows_of_test ORDER BY name')).map((row) => row['changes']);

describe('[D-284] the changes of a group', () => {
  it('are one transaction', async () => {
    const settled = await together(['b'], ['a'], ['a'], ['c']);
    const ids = settled.map((one) => one.status === 'fulfilled' && one.value.transaction);
    expect(new Set(ids).size).toBe(1);
    expect(await changes()).toEqual([2, 1, 1]);
  });

  it('may have several statements', async () => {
    const group = database.changeGroup();
    const addTo = (...rows: readonly string[]) =>
      database.transaction(async (tx) => {
        const ids: unknown[] = [];
        for (const row of rows) ids.push((await tx.row(ADD, [row, 2]))!.transaction);
        return ids;
      }, group.runnerFor(rows[0]!));
    const one = database.change((run) => run(ADD, ['c', 2]), group.runnerFor('c'));
    const ids = (await Promise.all([addTo('a', 'c'), addTo('b', 'c')])).flat();
    expect(new Set([...ids, (await one).transaction]).size).toBe(1);
    expect(await changes()).toEqual([1, 1, 3]);
  });

  it('are carried out without the one that refuses after it has changed a row', async () => {
    const group = database.changeGroup();
    const refused = database.transaction(async (tx) => {
      await tx.row(ADD, ['b', 2]);
      throw new NotFound();
    }, group.runnerFor('b'));
    const others = ['a', 'c'].map((row) =>
      database.transaction((tx) => tx.row(ADD, [row, 2]), group.runnerFor(row)),
    );
    const settled = await Promise.allSettled([refused, ...others]);
    expect(outcomes(settled)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
    expect((settled[0] as PromiseRejectedResult).reason).toBeInstanceOf(NotFound);
    expect(await changes()).toEqual([1, 0, 1]);
  });

  it('are carried out without the one that fails', async () => {
    const settled = await together(['a'], ['b', 0], ['b'], ['c'], ['c', 0]);
    expect(outcomes(settled)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled', 'rejected']);
    expect(await changes()).toEqual([1, 1, 1]);
  });

  it('are carried out without the one that fails at the commit', async () => {
    const group = database.changeGroup();
    const add = (name: string) => database.change((run) => run(DEFERRED, [name]), group.runnerFor(name));
    const settled = await Promise.allSettled([add('one'), add('two'), add('two'), add('three')]);
    const [one, ...twoAndThree] = outcomes(settled);
    expect([one, twoAndThree.pop()]).toEqual(['fulfilled', 'fulfilled']);
    expect(twoAndThree.sort()).toEqual(['fulfilled', 'rejected']);
    expect(await query(app, 'SELECT FROM twice_of_test')).toHaveLength(3);
  });

  it('wait for a locked row, but only the changes of that row are refused', async () => {
    await lock('b');
    const settled = await together(['a'], ['b'], ['b'], ['c']);
    expect(outcomes(settled)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled']);
    expect((settled[1] as PromiseRejectedResult).reason).toBeInstanceOf(Unavailable);
    await blocker.query('ROLLBACK');
    expect(await changes()).toEqual([1, 0, 1]);
  });

  it('wait for a locked row, and only its change is refused, though the others fail sooner', async () => {
    await lock('b');
    const group = database.changeGroup();
    const slow = database.transaction(async (tx) => {
      const failure: unknown = await tx.row(ADD, ['b', 2]).catch((error: unknown) => error);
      await new Promise(setImmediate);
      throw failure;
    }, group.runnerFor('b'));
    const other = database.change((run) => run(ADD, ['c', 2]), group.runnerFor('c'));
    expect(outcomes(await Promise.allSettled([slow, other]))).toEqual(['rejected', 'fulfilled']);
    await blocker.query('ROLLBACK');
    expect(await changes()).toEqual([0, 0, 1]);
  });

  it('lock rows in one order, whatever the order of the requests', async () => {
    await lock('a');
    const both = [together(['a'], ['b']), together(['b'], ['a'])];
    await lockIsAwaited(app, 2);
    // Both groups wait for the first row, so neither holds the second.
    await query(app, `UPDATE rows_of_test SET changes = 10 WHERE name = 'b'`);
    await blocker.query('ROLLBACK');
    for (const settled of await Promise.all(both))
      expect(outcomes(settled)).toEqual(['fulfilled', 'fulfilled']);
    expect(await changes()).toEqual([2, 12, 0]);
  });

  it('are all refused when the connection breaks, and change nothing', async () => {
    const group = database.changeGroup();
    const settled = await Promise.allSettled([
      database.change((run) => run(ADD, ['a', 2]), group.runnerFor('a')),
      database.change((run) => run(END_SESSION, []), group.runnerFor('b')),
      database.change((run) => run(ADD, ['c', 2]), group.runnerFor('c')),
    ]);
    expect(outcomes(settled)).toEqual(['rejected', 'rejected', 'rejected']);
    for (const one of settled) expect((one as PromiseRejectedResult).reason).toBeInstanceOf(Unavailable);
    expect(await changes()).toEqual([0, 0, 0]);
  });

  it('that arrive while its transaction runs are the next transaction, on the same connection', async () => {
    await lock('a');
    const group = database.changeGroup();
    const add = (row: string) => database.change((run) => run(ADD, [row, 2]), group.runnerFor(row));
    const first = add('a');
    await lockIsAwaited(app);
    const later = [add('b'), add('c')];
    await new Promise(setImmediate);
    expect(database.connections()).toMatchObject({ open: 1, idle: 0, waiting: 0 });
    await blocker.query('ROLLBACK');
    const ids = (await Promise.all([first, ...later])).map(({ transaction }) => transaction);
    expect(new Set(ids).size).toBe(2);
    expect(ids[1]).toBe(ids[2]);
  });
});
