import { Database } from '../../src/database/database.js';
import { hasPendingMigrations, migrate } from '../../src/database/migrations/migrate.js';
import { query } from '../../src/database/statement.js';
import { createSignerPool } from '../../src/signer/signer-pool.js';
import { startApp, type TestApp } from '../support/app.js';
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '../support/database.js';
import { makeAccount } from '../support/makers.js';
import { query as run } from '../support/sql.js';
import { TestClock } from '../support/test-clock.js';

const SETTINGS = ['statement_timeout', 'lock_timeout', 'TimeZone', 'geqo', 'standard_conforming_strings'];
const READ = query<Record<string, string>>(
  'test.sessionSettings.read',
  `SELECT ${SETTINGS.map((name) => `current_setting('${name}') AS "${name}"`).join(', ')}`,
);
const READ_ISOLATION = query<{ isolation: string }>(
  'test.sessionSettings.readIsolation',
  `SELECT current_setting('transaction_isolation') AS isolation`,
);

describe('the sessions of the service', () => {
  let database: TestDatabase;
  let app: TestApp;
  beforeAll(async () => {
    database = await createTestDatabase();
    const options = encodeURIComponent(
      '-c geqo=off -c TimeZone=Asia/Tokyo -c standard_conforming_strings=off',
    );
    app = await startApp({}, { databaseUrl: `${database.url}?options=${options}`, clock: new TestClock() });
  });
  afterAll(async () => {
    await app.close();
    await database.drop();
  });

  it('have its time-outs and its time zone beside the options of DATABASE_URL', async () => {
    const expected = {
      statement_timeout: '5s',
      lock_timeout: '4s',
      TimeZone: 'UTC',
      geqo: 'off',
      standard_conforming_strings: 'on',
    };
    const service = app.app.get(Database);
    expect(await service.row(READ)).toEqual(expected);
    expect(await service.transaction((tx) => tx.row(READ))).toEqual(expected);
  });

  it('find the tables of the signer beside the options of its DATABASE_URL', async () => {
    const pool = createSignerPool(`${database.url}?options=${encodeURIComponent('-c geqo=off')}`);
    const { rows } = await pool.query(
      `SELECT to_regclass('tsigkeys')::text AS keys, current_setting('geqo') AS geqo`,
    );
    await pool.end();
    expect(rows).toEqual([{ keys: 'tsigkeys', geqo: 'off' }]);
  });

  it('read backslashes as they are while they migrate, whatever the role says', async () => {
    const empty = await createEmptyDatabase();
    await migrate(`${empty.url}?options=${encodeURIComponent('-c standard_conforming_strings=off')}`);
    expect(await hasPendingMigrations(empty.url)).toBe(false);
    await empty.drop();
  });

  it.each(['none', 'transaction'])(
    'see what the last holder of a lock committed, whatever the database says, with the pooler %s',
    async (pooler) => {
      const own = await createTestDatabase();
      const name = new URL(own.url).pathname.slice(1);
      await run(
        { databaseUrl: own.url },
        `ALTER DATABASE ${name} SET default_transaction_isolation = 'repeatable read'`,
      );
      const other = await startApp(
        { DATABASE_POOLER: pooler },
        { databaseUrl: own.url, clock: new TestClock() },
      );
      const row = await other.app.get(Database).transaction((tx) => tx.row(READ_ISOLATION));
      await other.close();
      await own.drop();
      expect(row).toEqual({ isolation: 'read committed' });
    },
  );

  it('use the schema public when one with the name of the role exists', async () => {
    const empty = await createEmptyDatabase();
    await run({ databaseUrl: empty.url }, 'CREATE SCHEMA AUTHORIZATION CURRENT_USER');
    await migrate(empty.url);
    const other = await startApp({}, { databaseUrl: empty.url, clock: new TestClock() });
    const { client } = await makeAccount(other);
    expect((await client.get('/profile')).status).toBe(200);
    await other.close();
    await empty.drop();
  });
});
