import { Database } from '../../src/database/database.js';
import { query } from '../../src/database/statement.js';
import { startApp, type TestApp } from '../support/app.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { TestClock } from '../support/test-clock.js';

const SETTINGS = ['statement_timeout', 'lock_timeout', 'TimeZone', 'geqo'];
const READ = query<Record<string, string>>(
  'test.sessionSettings.read',
  `SELECT ${SETTINGS.map((name) => `current_setting('${name}') AS "${name}"`).join(', ')}`,
);

describe('the sessions of the service', () => {
  let database: TestDatabase;
  let app: TestApp;
  beforeAll(async () => {
    database = await createTestDatabase();
    const options = encodeURIComponent('-c geqo=off -c TimeZone=Asia/Tokyo');
    app = await startApp({}, { databaseUrl: `${database.url}?options=${options}`, clock: new TestClock() });
  });
  afterAll(async () => {
    await app.close();
    await database.drop();
  });

  it('have its time-outs and its time zone beside the options of DATABASE_URL', async () => {
    const expected = { statement_timeout: '5s', lock_timeout: '4s', TimeZone: 'UTC', geqo: 'off' };
    const service = app.app.get(Database);
    expect(await service.row(READ)).toEqual(expected);
    expect(await service.transaction((tx) => tx.row(READ))).toEqual(expected);
  });
});
