import { startApp, type TestApp } from '../../support/app.js';
import { platform, refusal } from '../../support/client.js';
import { NO_GRANTS } from '../../support/grants.js';
import { done, makeAccount, makeRestricted, makeToken, makeVpc, next } from '../../support/makers.js';

let app: TestApp;
beforeAll(async () => (app = await startApp()));
afterAll(() => app.close());

/** An account whose only users are an unrestricted one and an unrestricted proxy user. */
async function makeAccountWithProxy() {
  const parent = await makeAccount(app);
  const account = await makeAccount(app, parent.id);
  const proxy = `proxy-${next()}`;
  const user = { username: proxy, email: 'p@example.com', user_type: 'proxy', restricted: false };
  done(await platform(app).post(`/accounts/${account.id}/users`, user));
  return { ...account, proxy };
}

describe('[D-213] a proxy user does not count as an unrestricted user', () => {
  const RESTRICTED = refusal('restricted', "The last unrestricted user of an account can't be restricted.");

  it('the only other unrestricted user can’t restrict themselves', async () => {
    const { client, username } = await makeAccountWithProxy();
    const change = { restricted: true };
    expect(await client.put('/profile', change)).toMatchObject({ status: 400, body: RESTRICTED });
    const answer = await client.put(`/account/users/${username}`, change);
    expect(answer).toMatchObject({ status: 400, body: RESTRICTED });
  });

  it('the only other unrestricted user can’t be deleted', async () => {
    const { username } = await makeAccountWithProxy();
    const answer = await platform(app).delete(`/users/${username}`);
    const reason = "The last unrestricted user of an account can't be deleted.";
    expect(answer).toMatchObject({ status: 400, body: refusal('', reason) });
  });

  it('the proxy user itself can be restricted', async () => {
    const { client, proxy } = await makeAccountWithProxy();
    expect((await client.put(`/account/users/${proxy}`, { restricted: true })).status).toBe(200);
  });
});

describe('[D-214] a user who is made unrestricted loses their grants', () => {
  it('and begins with none when they are restricted again', async () => {
    const account = await makeAccount(app);
    const vpc = await makeVpc(account.client);
    const grants = {
      global: { add_vpcs: true, account_access: 'read_write' },
      vpc: [{ id: vpc.id, permissions: 'read_write' }],
    };
    const { username } = await makeRestricted(app, account, grants);
    const path = `/account/users/${username}`;
    done(await account.client.put(path, { restricted: false }));
    done(await account.client.put(path, { restricted: true }));
    const user = await makeToken(app, username, '*');
    expect(done(await user.get('/profile/grants'))).toEqual(NO_GRANTS);
    expect((await user.get(`/vpcs/${vpc.id}`)).status).toBe(404);
    expect((await user.post('/vpcs', { label: 'v', region: 'us-east' })).status).toBe(403);
  });

  it('and keeps them when an update states that they are restricted', async () => {
    const account = await makeAccount(app);
    const { username, client } = await makeRestricted(app, account, { global: { add_vpcs: true } });
    done(await account.client.put(`/account/users/${username}`, { restricted: true }));
    done(await client.put('/profile', { restricted: true }));
    expect(done(await client.get('/profile/grants')).global.add_vpcs).toBe(true);
  });

  it('and begins with none when they restrict themselves', async () => {
    const account = await makeAccount(app);
    const { username } = await makeRestricted(app, account, { global: { add_vpcs: true } });
    done(await account.client.put(`/account/users/${username}`, { restricted: false }));
    const user = await makeToken(app, username, '*');
    done(await user.put('/profile', { restricted: true }));
    expect(done(await user.get('/profile/grants'))).toEqual(NO_GRANTS);
  });
});
