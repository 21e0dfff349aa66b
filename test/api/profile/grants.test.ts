import { startApp, type TestApp } from '../../support/app.js';
import { Client } from '../../support/client.js';
import { NO_GRANTS } from '../../support/grants.js';
import { done, makeAccount, makeRestricted, makeToken } from '../../support/makers.js';

let app: TestApp;
beforeAll(async () => (app = await startApp()));
afterAll(() => app.close());

describe('GET /profile/grants', () => {
  it('[Profile rule 2] answers an unrestricted user with 204 and no body', async () => {
    const { client } = await makeAccount(app);
    const answer = await client.get('/profile/grants');
    expect(answer.status).toBe(204);
    expect(answer.body).toBeUndefined();
  });

  it('[D-44] shows the grants of a restricted user, with any scope', async () => {
    const account = await makeAccount(app);
    const vpc = done(await account.client.post('/vpcs', { label: 'net', region: 'us-east' }));
    await account.client.post('/vpcs', { label: 'hidden', region: 'us-east' });
    const grants = { global: { add_vpcs: true }, vpc: [{ id: vpc.id, permissions: 'read_write' }] };
    const user = await makeRestricted(app, account, grants);
    const client = await makeToken(app, user.username, 'domains:read_only');
    const answer = await client.get('/profile/grants');
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      ...NO_GRANTS,
      vpc: [{ id: vpc.id, label: 'net', permissions: 'read_write' }],
      global: { ...NO_GRANTS.global, add_vpcs: true },
    });
  });

  it('[D-29] needs a credential', async () => {
    expect((await new Client(app.url, 'unknown').get('/profile/grants')).status).toBe(401);
  });
});
