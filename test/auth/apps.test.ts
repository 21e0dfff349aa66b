import { startApp, type TestApp } from '../support/app.js';
import { done, makeAccount } from '../support/makers.js';
import { apiOf, authorize, makeOAuthClient, redeem, refresh } from '../support/oauth.js';

let app: TestApp;
beforeAll(async () => (app = await startApp()));
afterAll(() => app.close());

async function makeApp() {
  const account = await makeAccount(app);
  const client = await makeOAuthClient(app, account);
  const give = async () => (await redeem(app, client, await authorize(app, client, account.username))).body;
  return { account, client, give, pair: await give() };
}

describe('[D-89] authorized apps', () => {
  it('are listed once per client, without an expiry while it can refresh', async () => {
    const { account, give } = await makeApp();
    await give();
    expect(done(await account.client.get('/profile/apps')).data).toEqual([
      {
        id: expect.any(Number),
        label: 'Fleet',
        created: expect.any(String),
        expiry: null,
        scopes: 'vpc:read_only',
        thumbnail_url: null,
        website: '',
      },
    ]);
  });

  it('lose all access and refresh tokens at once when they are revoked', async () => {
    const { account, client, give, pair } = await makeApp();
    const second = await give();
    const [{ id }] = done(await account.client.get('/profile/apps')).data;
    done(await account.client.delete(`/profile/apps/${id}`));
    for (const { access_token, refresh_token } of [pair, second]) {
      expect((await apiOf(app, access_token).get('/vpcs')).status).toBe(401);
      expect((await refresh(app, client, refresh_token)).body.error).toBe('invalid_grant');
    }
    expect(done(await account.client.get('/profile/apps')).results).toBe(0);
  });

  it('[D-208] lose the codes that they have not exchanged when they are revoked', async () => {
    const { account, client } = await makeApp();
    const code = await authorize(app, client, account.username);
    const [{ id }] = done(await account.client.get('/profile/apps')).data;
    done(await account.client.delete(`/profile/apps/${id}`));
    expect((await redeem(app, client, code)).body.error).toBe('invalid_grant');
    expect(done(await account.client.get('/profile/apps')).results).toBe(0);
    const allowedAgain = await authorize(app, client, account.username);
    expect((await redeem(app, client, allowedAgain)).status).toBe(200);
  });

  it('[D-208] keep the codes of other users and other applications when they are revoked', async () => {
    const { account, client } = await makeApp();
    const [stranger, other] = [await makeAccount(app), await makeOAuthClient(app, account)];
    const kept = await authorize(app, client, stranger.username);
    const ofOther = await authorize(app, other, account.username);
    const [{ id }] = done(await account.client.get('/profile/apps')).data;
    done(await account.client.delete(`/profile/apps/${id}`));
    expect((await redeem(app, client, kept)).status).toBe(200);
    expect((await redeem(app, other, ofOther)).status).toBe(200);
  });

  it('stay listed while they have a refresh token, also after the access token expires', async () => {
    const { account, client, pair } = await makeApp();
    app.clock.forward(3 * 3600);
    expect((await apiOf(app, pair.access_token).get('/vpcs')).status).toBe(401);
    expect(done(await account.client.get('/profile/apps')).results).toBe(1);
    expect((await refresh(app, client, pair.refresh_token)).status).toBe(200);
  });

  it('[D-145] end with their client', async () => {
    const { account, client, pair } = await makeApp();
    done(await account.client.delete(`/account/oauth-clients/${client.id}`));
    expect((await apiOf(app, pair.access_token).get('/vpcs')).status).toBe(401);
    expect((await refresh(app, client, pair.refresh_token)).status).toBe(401);
    expect(done(await account.client.get('/profile/apps')).results).toBe(0);
  });

  it('[D-141] end with a new password', async () => {
    const { account, client, pair } = await makeApp();
    done(await account.client.put(`/account/users/${account.username}`, { password: 'a new password' }));
    expect((await apiOf(app, pair.access_token).get('/vpcs')).status).toBe(401);
    expect((await refresh(app, client, pair.refresh_token)).body.error).toBe('invalid_grant');
  });

  it('[D-151] keep working after a secret reset, with the new secret only', async () => {
    const { account, client, pair } = await makeApp();
    const { secret } = done(await account.client.post(`/account/oauth-clients/${client.id}/reset-secret`));
    expect((await refresh(app, client, pair.refresh_token)).status).toBe(401);
    expect((await refresh(app, { ...client, secret }, pair.refresh_token)).status).toBe(200);
  });
});
