import pg from 'pg';
import { startApp, type TestApp } from '../support/app.js';
import { refusal } from '../support/client.js';
import { makeAccount } from '../support/makers.js';
import { lockIsAwaited } from '../support/sql.js';

let app: TestApp;
beforeAll(async () => (app = await startApp()));
afterAll(() => app.close());

it('[D-206] a token for a user who is deleted while they ask for it is refused with 401', async () => {
  const { client, uid } = await makeAccount(app);
  const deleting = new pg.Client({ connectionString: app.databaseUrl });
  await deleting.connect();
  await deleting.query('BEGIN');
  await deleting.query('DELETE FROM users WHERE id = $1', [uid]);
  const asked = client.post('/profile/tokens', { label: 'late' });
  await lockIsAwaited(app);
  await deleting.query('COMMIT');
  await deleting.end();
  expect(await asked).toMatchObject({ status: 401, body: refusal('', 'Invalid Token') });
});
