import { Database } from '../../src/database/database.js';
import { command, keyedQuery } from '../../src/database/statement.js';
import { startApp, type TestApp } from '../support/app.js';
import { query } from '../support/sql.js';

let app: TestApp;
let database: Database;
beforeAll(async () => {
  app = await startApp();
  database = app.app.get(Database);
  await query(app, `CREATE TABLE numbers AS SELECT n, 'number ' || n AS name FROM generate_series(1, 9) n`);
});
afterAll(() => app.close());

const NAME = keyedQuery<{ name: string; session: number }>(
  'test.numbers.find',
  ['integer', 'text'],
  'SELECT name, pg_backend_pid() AS session FROM numbers WHERE n = $1 AND name LIKE $2',
);

const DELETE = command('test.numbers.delete', 'DELETE FROM numbers WHERE n = $1');

describe('[D-39] the look-ups of one turn of the event loop', () => {
  it('each get the row of their own key, and undefined without one', async () => {
    const keys = [7, 2, 99, 2, 5].map((n) => database.row(NAME, [n, n === 5 ? 'letter%' : 'number%']));
    const rows = await Promise.all(keys);
    expect(rows.map((row) => row?.name)).toEqual(['number 7', 'number 2', undefined, 'number 2', undefined]);
  });

  it('are one statement in one session', async () => {
    const rows = await Promise.all([1, 2, 3, 4, 5, 6, 7, 8, 9].map((n) => database.row(NAME, [n, '%'])));
    expect(new Set(rows.map((row) => row?.session)).size).toBe(1);
  });

  it('see in a transaction what it has written', async () => {
    const found = await database.transaction(async (tx) => {
      await tx.run(DELETE, [1]);
      return [await tx.row(NAME, [1, '%']), await tx.row(NAME, [2, '%'])];
    });
    expect(found).toMatchObject([undefined, { name: 'number 2' }]);
  });
});
