import { startApp, type TestApp } from '../../support/app.js';
import { platform, refusal } from '../../support/client.js';
import { done, makeAccount, next } from '../../support/makers.js';

let app: TestApp;
beforeAll(
  async () => (app = await startApp({ MAX_USERS_PER_ACCOUNT: '3', MAX_OAUTH_CLIENTS_PER_ACCOUNT: '2' })),
);
afterAll(() => app.close());

const AT_ONCE = 12;
const USERS = refusal('', 'You have reached the maximum of 3 users.');
const CLIENTS = refusal('', 'You have reached the maximum of 2 OAuth clients.');

const newUser = () => ({ username: `user-of-many-${next()}`, email: 'many@example.com' });
const newClient = () => ({ label: 'Fleet dashboard', redirect_uri: 'https://app.example.com/callback' });
const atOnce = <Result>(ask: () => Promise<Result>) => Promise.all(Array.from({ length: AT_ONCE }, ask));

describe('quotas of an account', () => {
  it('[D-210] an account has at most MAX_USERS_PER_ACCOUNT users; deleting one makes room', async () => {
    const { client } = await makeAccount(app);
    const first = done(await client.post('/account/users', newUser()));
    done(await client.post('/account/users', newUser()));
    expect(await client.post('/account/users', newUser())).toMatchObject({ status: 400, body: USERS });
    expect(done(await client.get('/account/users')).results).toBe(3);
    done(await client.delete(`/account/users/${first.username}`));
    done(await client.post('/account/users', newUser()));
  });

  it('[D-210] a proxy user does not count', async () => {
    const parent = await makeAccount(app);
    const { id, client } = await makeAccount(app, parent.id);
    done(await platform(app).post(`/accounts/${id}/users`, { ...newUser(), user_type: 'proxy' }));
    done(await client.post('/account/users', newUser()));
    done(await client.post('/account/users', newUser()));
    expect((await client.post('/account/users', newUser())).status).toBe(400);
  });

  it('[D-210] an account has at most MAX_OAUTH_CLIENTS_PER_ACCOUNT OAuth clients', async () => {
    const { client } = await makeAccount(app);
    const first = done(await client.post('/account/oauth-clients', newClient()));
    done(await client.post('/account/oauth-clients', newClient()));
    const third = await client.post('/account/oauth-clients', newClient());
    expect(third).toMatchObject({ status: 400, body: CLIENTS });
    done(await client.delete(`/account/oauth-clients/${first.id}`));
    done(await client.post('/account/oauth-clients', newClient()));
  });

  it('[D-210] the Platform API has no quota', async () => {
    const { id } = await makeAccount(app);
    for (let i = 0; i < 4; i++) {
      done(await platform(app).post(`/accounts/${id}/users`, newUser()));
      done(await platform(app).post('/oauth-clients', { ...newClient(), account_id: id }));
    }
  });

  it('[D-210] [D-21] requests sent at once never pass a quota', async () => {
    const { client } = await makeAccount(app);
    const users = await atOnce(() => client.post('/account/users', newUser()));
    expect(users.filter(({ status }) => status === 200)).toHaveLength(2);
    for (const { status, body } of users) if (status !== 200) expect([status, body]).toEqual([400, USERS]);
    const clients = await atOnce(() => client.post('/account/oauth-clients', newClient()));
    expect(clients.filter(({ status }) => status === 200)).toHaveLength(2);
    for (const { status, body } of clients)
      if (status !== 200) expect([status, body]).toEqual([400, CLIENTS]);
  });
});
