import { Database } from '../../src/shared/database/database.js';
import { command } from '../../src/shared/database/statement.js';
import { WireProxy } from '../faults/support/wire-proxy.js';
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

it('[D-21] a transaction that can’t begin writes nothing, though its first statement is sent along', async () => {
  const proxy = await WireProxy.start(app.databaseUrl);
  const other = await startApp({}, { databaseUrl: proxy.url, clock: app.clock });
  proxy.arm(1, 'error');
  const work = other.app.get(Database).transaction((tx) => tx.run(WRITE));
  await expect(work).rejects.toThrow();
  expect(proxy.disarm().met).toContain('BEGIN');
  expect(await query(app, 'SELECT kind FROM attempts')).toEqual([]);
  await other.close();
  await proxy.close();
});
