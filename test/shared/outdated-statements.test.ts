import { Database } from '../../src/database/database.js';
import { command, query as reads } from '../../src/database/statement.js';
import { SshKeyEntity } from '../../src/profile/ssh-keys/ssh-key.entity.js';
import { startApp, type TestApp } from '../support/app.js';
import { done, makeAccount, type TestAccount } from '../support/makers.js';
import { query } from '../support/sql.js';

const READ = reads<{ label: string }>('test.readLabels', 'SELECT label FROM ssh_keys');
const WRITE = command<{ label: string }>(
  'test.writeLabels',
  'UPDATE ssh_keys SET label = label RETURNING label',
);
const TAKE = command<{ label: string }>('test.takeLabels', 'SELECT label FROM ssh_keys FOR UPDATE');
const FORGET = command('test.forget', 'DEALLOCATE ALL');

let app: TestApp;
let database: Database;
let account: TestAccount;
beforeAll(async () => {
  app = await startApp({ DATABASE_POOL: '2' });
  database = app.app.get(Database);
  account = await makeAccount(app);
  done(await account.client.post('/profile/sshkeys', { label: 'one', ssh_key: 'ssh-ed25519 AAAA' }));
});
afterAll(() => app.close());

const one = { label: 'one' };
const everyWay = async () => {
  expect(await database.row(READ)).toEqual(one);
  expect(await database.repository(SshKeyEntity).findOneBy({})).toMatchObject(one);
  expect(await database.transaction((tx) => tx.row(WRITE))).toEqual(one);
  expect(await database.transaction((tx) => tx.repository(SshKeyEntity).findOneBy({}))).toMatchObject(one);
  expect(await database.change((run) => run(TAKE, []))).toEqual(one);
  expect(done(await account.client.get('/profile/sshkeys')).results).toBe(1);
};

describe('[D-34] a prepared statement', () => {
  it('is prepared again when a column has another type', async () => {
    await everyWay();
    await query(app, 'ALTER TABLE ssh_keys ALTER COLUMN label TYPE varchar(64)');
    await everyWay();
  });

  it('is prepared again when the session has lost it', async () => {
    await everyWay();
    await database.transaction((tx) => tx.run(FORGET));
    await everyWay();
  });
});
