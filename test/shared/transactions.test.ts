import { Database } from '../../src/database/database.js';
import { command, costlyQuery, query as reads } from '../../src/database/statement.js';
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
const WRITE = command(
  'test.write',
  `INSERT INTO attempts (kind, subject, attempted) VALUES ('test', 'x', now())`,
);
const DIVIDES = command('test.divides', 'SELECT 1 / 0');
const LOOK = command<{ one: number }>('test.look', 'SELECT 1 AS one');

it('[D-21] retries after a conflict of a sent statement, though a later statement failed first', async () => {
  const database = app.app.get(Database);
  let attempts = 0;
  const row = await database.transaction(async (tx) => {
    if (++attempts === 1) tx.send(CONFLICT);
    return tx.row(LOOK);
  });
  expect({ attempts, row }).toEqual({ attempts: 2, row: { one: 1 } });
});

it('[D-21] retries after a conflict when the work gets the failure of a later statement first', async () => {
  const database = app.app.get(Database);
  let attempts = 0;
  await database.transaction(async (tx) => {
    const first = tx.run(++attempts === 1 ? CONFLICT : LOOK);
    const second = tx.run(LOOK);
    const later = first.catch(async (error: Error) => {
      await second.catch(() => undefined);
      throw error;
    });
    await Promise.all([later, second]);
  });
  expect(attempts).toBe(2);
});

it('[D-21] gives up after 24 attempts when a conflict does not end', async () => {
  let attempts = 0;
  const work = app.app.get(Database).transaction((tx) => {
    attempts++;
    return tx.run(CONFLICT);
  });
  await expect(work).rejects.toThrow();
  expect(attempts).toBe(24);
});

it('[D-232] a change of a dry run that runs again after a conflict names its events once', async () => {
  const { request } = app.app.get(Database);
  let attempts = 0;
  const actions = await request.inOne({ isDry: true }, async (transaction) => {
    await app.app.get(Database).transaction(async (tx) => {
      request.noteActions(['vpc_create']);
      if (++attempts === 1) await tx.run(CONFLICT);
    });
    return [...transaction.actions];
  });
  expect({ attempts, actions }).toEqual({ attempts: 2, actions: ['vpc_create'] });
});

it('[D-21] a transaction whose work ignores the failure of a statement fails, and writes nothing', async () => {
  const work = app.app.get(Database).transaction(async (tx) => {
    await tx.run(WRITE);
    await tx.run(DIVIDES).catch(() => undefined);
  });
  await expect(work).rejects.toThrow('the transaction had failed');
  expect(await query(app, 'SELECT kind FROM attempts')).toEqual([]);
});

it('[D-21] a transaction that has ended runs no statement', async () => {
  const database = app.app.get(Database);
  const ended = await database.transaction(async (tx) => {
    await tx.run(LOOK);
    return tx;
  });
  await expect(ended.row(LOOK)).rejects.toThrow('The transaction has ended');
});

it('[D-21] a part of the work that goes on after another one threw writes nothing', async () => {
  const late: Promise<unknown>[] = [];
  const work = app.app.get(Database).transaction(async (tx) => {
    await tx.run(LOOK);
    late.push(tx.run(LOOK).then(() => tx.run(WRITE)));
    throw new Error('another part');
  });
  await expect(work).rejects.toThrow('another part');
  await Promise.allSettled(late);
  expect(await query(app, 'SELECT kind FROM attempts')).toEqual([]);
});

it('[D-21] a transaction that can’t begin writes nothing, though its first statement was sent with BEGIN', async () => {
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

describe('[D-21] a change of one statement', () => {
  const FAILS = command(
    'test.fails',
    `WITH written AS (INSERT INTO attempts (kind, subject, attempted) VALUES ('test', 'x', now())) SELECT 1 / 0`,
  );
  const AFTER = command<{ two: number }>('test.after', 'SELECT 2 AS two');
  const WRITE_VALUE = command(
    'test.writeValue',
    `WITH written AS (INSERT INTO attempts (kind, subject, attempted) VALUES ('test', $1, now()))
     SELECT $2::boolean OR stale()`,
  );
  const written = () =>
    query(app, `SELECT encode(subject, 'escape') AS what FROM attempts WHERE kind = 'test'`);
  let one: TestApp;
  let database: Database;
  beforeEach(async () => {
    // One of the two connections is for reads. So the next change uses the same connection, in the
    // state in which this one left it.
    one = await startApp({ DATABASE_POOL: '2' }, { databaseUrl: app.databaseUrl, clock: app.clock });
    database = one.app.get(Database);
  });
  afterEach(() => one.close());

  it('is rolled back when it fails, and the next one finds the connection in its first state', async () => {
    await expect(database.change((run) => run(FAILS, []))).rejects.toThrow('division by zero');
    expect(await written()).toEqual([]);
    expect(await database.change((run) => run(AFTER, []))).toEqual({ two: 2 });
    expect(await database.transaction((tx) => tx.row(AFTER))).toEqual({ two: 2 });
  });

  it('runs again when the row has changed since it was read', async () => {
    let decided = 0;
    await database.change((run) => {
      decided++;
      return run(WRITE_VALUE, [String(decided), decided === 3]);
    });
    expect(await written()).toEqual([{ what: '3' }]);
    await query(app, `DELETE FROM attempts WHERE kind = 'test'`);
  });

  it('refuses a second statement, which would be a second transaction', async () => {
    const twice = database.change(async (run) => {
      await run(AFTER, []);
      await run(WRITE, []);
    });
    await expect(twice).rejects.toThrow('A change is one statement');
    expect(await written()).toEqual([]);
  });

  it('changes nothing when one of its values can’t be written, and the next one finds a connection', async () => {
    const endless: { self?: unknown } = {};
    endless.self = endless;
    await expect(database.change((run) => run(WRITE_VALUE, [endless, true]))).rejects.toThrow('circular');
    expect(await database.change((run) => run(AFTER, []))).toEqual({ two: 2 });
    expect(await written()).toEqual([]);
  });
});

describe('[D-21] a statement outside a transaction', () => {
  const WRITES = reads<never>('test.queryThatWrites', WRITE.text);

  it('can’t be a command: it does not compile', () => {
    // @ts-expect-error only a transaction takes commands
    const write = (database: Database) => database.rows(WRITE);
    expect(write).toBeDefined();
  });

  it('can’t be a query that writes: it fails and changes nothing', async () => {
    const database = app.app.get(Database);
    const refused = { cause: { code: '25006' } };
    await expect(database.rows(WRITES)).rejects.toMatchObject(refused);
    await expect(database.rows(costlyQuery(WRITE.text, 1))).rejects.toMatchObject(refused);
    expect(await query(app, 'SELECT kind FROM attempts')).toEqual([]);
  });
});
