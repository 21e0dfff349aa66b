import { startApp, type TestApp } from '../../support/app.js';
import { refusal } from '../../support/client.js';
import { makeAccount, makeRestricted } from '../../support/makers.js';

let app: TestApp;
beforeAll(async () => (app = await startApp()));
afterAll(() => app.close());

describe('GET /account', () => {
  it('[D-138] shows the account', async () => {
    const { client, username } = await makeAccount(app);
    const answer = await client.get('/account');
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      company: 'Example Ltd',
      email: `${username}@example.com`,
      euuid: answer.headers.get('x-customer-uuid'),
      active_since: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/),
    });
  });

  it('[Access] needs an unrestricted user or account access', async () => {
    const account = await makeAccount(app);
    const without = await makeRestricted(app, account);
    const reader = await makeRestricted(app, account, { global: { account_access: 'read_only' } });
    const refused = await without.client.get('/account');
    expect(refused.status).toBe(403);
    expect(refused.body).toEqual(refusal('', 'Unauthorized'));
    expect((await reader.client.get('/account')).status).toBe(200);
  });
});
