import { Database } from '../../src/database/database.js';
import { command, costlyQuery } from '../../src/database/statement.js';
import { Attempts } from '../../src/shared/limits/attempts.js';
import { ChangeTurns } from '../../src/shared/limits/change-turns.js';
import { CostlyWork } from '../../src/shared/limits/costly-work.js';
import { startApp, type TestApp } from '../support/app.js';
import { makeAccount, type TestAccount } from '../support/makers.js';

const NOTHING = command('test.nothing', 'SELECT');
const GUESS = { kind: 'phone send by user', subject: [1] } as const;

let app: TestApp;
let account: TestAccount;
let turns: ChangeTurns;
beforeAll(async () => {
  app = await startApp();
  account = await makeAccount(app);
  turns = app.app.get(ChangeTurns);
});
afterAll(() => app.close());

describe('[D-284] a turn', () => {
  it('that is asked for while a connection is held fails the test', async () => {
    const database = app.app.get(Database);
    const nested = database.transaction(() => turns.run(account.id, undefined, () => Promise.resolve()));
    await expect(nested).rejects.toThrow('A turn is asked for while a connection is held.');
    const list = database.transaction(() => database.rows(costlyQuery('SELECT 1', account.id)));
    await expect(list).rejects.toThrow('A turn is asked for while a connection is held.');
    await turns.run(account.id, undefined, () => database.transaction(() => Promise.resolve()));
  });

  it('that is asked for in the transaction of a request fails the test', async () => {
    const { request } = app.app.get(Database);
    const held = request.inOne({ isDry: true }, async () => {
      await app.app.get(Database).transaction(() => Promise.resolve());
      await app.app.get(CostlyWork).imports.run(account.id, () => Promise.resolve());
    });
    await expect(held).rejects.toThrow('The request waits for something else while it holds a transaction');
  });
});

describe('[D-274] a transaction', () => {
  it.each<[string, (database: Database) => Promise<unknown>]>([
    ['another transaction', (database) => database.transaction(() => Promise.resolve())],
    ['a change of one statement', (database) => database.change((run) => run(NOTHING, []))],
    ['what is counted separately', () => app.app.get(Attempts).countSeparately(GUESS)],
    ['a turn of costly work', () => app.app.get(CostlyWork).imports.run(1, () => Promise.resolve())],
  ])('in which work waits for %s fails the test', async (_, work) => {
    const database = app.app.get(Database);
    await expect(database.transaction(() => work(database))).rejects.toThrow('while a connection is held.');
  });
});
