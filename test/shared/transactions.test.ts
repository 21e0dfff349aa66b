import { Database } from '../../src/database/database.js';
import type { Batch } from '../../src/database/reader.js';
import {
  append,
  command,
  costlyQuery,
  query as reads,
  take,
  versioned,
} from '../../src/database/statement.js';
import { PostgresFaultProxy } from '../faults/support/postgres-fault-proxy.js';
import { startApp, type TestApp } from '../support/app.js';
import { query } from '../support/sql.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
  await query(
    app,
    `CREATE FUNCTION conflict() RETURNS void LANGUAGE plpgsql
       AS $$ BEGIN RAISE EXCEPTION 'conflict' USING ERRCODE = '40001'; END $$`,
  );
});
afterAll(() => app.close());

const CONFLICT = command('test.conflict', 'SELECT conflict()');
const WRITE = append(
  'test.write',
  `INSERT INTO attempts (kind, subject, attempted) VALUES ('test', 'x', now())`,
);
const LOOK = command<{ one: number }>('test.look', 'SELECT 1 AS one');

it('[D-21] a conflict of what was only sent is tried again, though what came after it heard of it first', async () => {
  const database = app.app.get(Database);
  let attempts = 0;
  const row = await database.transaction(async (tx) => {
    if (++attempts === 1) tx.send(CONFLICT);
    return tx.row(LOOK);
  });
  expect({ attempts, row }).toEqual({ attempts: 2, row: { one: 1 } });
});

it('[D-21] a conflict that does not end is given up after 24 attempts', async () => {
  let attempts = 0;
  const work = app.app.get(Database).transaction((tx) => {
    attempts++;
    return tx.run(CONFLICT);
  });
  await expect(work).rejects.toThrow();
  expect(attempts).toBe(24);
});

it('[D-21] a transaction that can’t begin writes nothing, though its first statement is sent along', async () => {
  const proxy = await PostgresFaultProxy.start(app.databaseUrl);
  const other = await startApp({}, { databaseUrl: proxy.url, clock: app.clock });
  proxy.arm(1, 'error');
  const work = other.app.get(Database).transaction((tx) => tx.run(WRITE));
  await expect(work).rejects.toThrow();
  expect(proxy.disarm().met).toContain('BEGIN');
  expect(await query(app, 'SELECT kind FROM attempts')).toEqual([]);
  await other.close();
  await proxy.close();
});

describe('[D-21] an optimistic change', () => {
  const STALE = take('test.stale', 'SELECT stale()');
  const FAILS = take('test.fails', 'SELECT 1 / 0');
  const AFTER = take<{ two: number }>('test.after', 'SELECT 2 AS two');
  const WRITE_VALUE = append(
    'test.writeValue',
    `INSERT INTO attempts (kind, subject, attempted) VALUES ('test', $1, now())`,
  );
  const written = () =>
    query(app, `SELECT encode(subject, 'escape') AS what FROM attempts WHERE kind = 'test'`);
  let one: TestApp;
  let database: Database;
  beforeEach(async () => {
    // Of two connections one is for reads: whatever is left behind on the other, the next change meets it.
    one = await startApp({ DATABASE_POOL: '2' }, { databaseUrl: app.databaseUrl, clock: app.clock });
    database = one.app.get(Database);
  });
  afterEach(() => one.close());

  it('is all undone when one of its statements fails, and those behind it are as new to the next', async () => {
    const failing = database.optimistic((commit) =>
      commit((tx) => {
        tx.send(WRITE);
        tx.send(FAILS);
        return tx.row(AFTER);
      }),
    );
    await expect(failing).rejects.toThrow('division by zero');
    expect(await written()).toEqual([]);
    expect(await database.optimistic((commit) => commit((tx) => tx.row(AFTER)))).toEqual({ two: 2 });
    expect(await database.transaction((tx) => tx.row(AFTER))).toEqual({ two: 2 });
  });

  it('is decided on anew when what was read is no longer so', async () => {
    let decided = 0;
    await database.optimistic((commit) => {
      decided++;
      return commit((tx) => {
        tx.send(WRITE_VALUE, [String(decided)]);
        if (decided < 3) tx.send(STALE);
      });
    });
    expect(await written()).toEqual([{ what: '3' }]);
    await query(app, `DELETE FROM attempts WHERE kind = 'test'`);
  });

  it('can’t be awaited before it has left, which does not compile', async () => {
    const awaiting = database.optimistic((commit) =>
      // @ts-expect-error a batch is filled at once: the callback is not async
      commit(async (batch) => {
        batch.send(WRITE);
        // @ts-expect-error what comes later has no properties yet
        return (await batch.row(AFTER)).two;
      }),
    );
    await expect(awaiting).rejects.toThrow('filled at once');
    expect(await written()).toEqual([]);
  });

  it('takes nothing more once it has left', async () => {
    let left: Batch | undefined;
    await database.optimistic((commit) => commit((batch) => void (left = batch)));
    expect(() => left!.send(WRITE)).toThrow('The batch has left');
    expect(await written()).toEqual([]);
  });

  it('takes no change without the check of its version, which does not compile', () => {
    const change = command('test.change', `UPDATE attempts SET attempted = now()`);
    const filled = (batch: Batch) => {
      // @ts-expect-error the command does not say how it bears that nobody looks
      batch.send(change);
    };
    expect(filled).toBeDefined();
    expect(() => versioned('test.unchecked', change.text)).toThrow('without the check of its version');
    expect(() => append('test.changes', change.text)).toThrow('is no insert');
    expect(() => take('test.changes', change.text)).toThrow('does not only take');
  });

  it('does nothing when one of its values can’t be written, and the next finds a connection', async () => {
    const endless: { self?: unknown } = {};
    endless.self = endless;
    const failing = database.optimistic((commit) =>
      commit((tx) => {
        tx.send(WRITE);
        tx.send(WRITE_VALUE, [endless]);
      }),
    );
    await expect(failing).rejects.toThrow('circular');
    expect(await database.optimistic((commit) => commit((tx) => tx.row(AFTER)))).toEqual({ two: 2 });
    expect(await written()).toEqual([]);
  });
});

describe('[D-21] a statement outside a transaction', () => {
  const WRITES = reads<never>('test.queryThatWrites', WRITE.text);

  it('that changes something does not compile as a command', () => {
    // @ts-expect-error only a transaction takes commands
    const write = (database: Database) => database.rows(WRITE);
    expect(write).toBeDefined();
  });

  it('that changes something as a query fails, and changes nothing', async () => {
    const database = app.app.get(Database);
    const refused = { cause: { code: '25006' } };
    await expect(database.rows(WRITES)).rejects.toMatchObject(refused);
    await expect(database.rows(costlyQuery(WRITE.text, 1))).rejects.toMatchObject(refused);
    expect(await query(app, 'SELECT kind FROM attempts')).toEqual([]);
  });
});
