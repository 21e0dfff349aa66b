import { startApp, type TestApp } from '../support/app.js';
import { makeAccount, type TestAccount } from '../support/makers.js';
import { authorize, CALLBACK, makeOAuthClient, redeem } from '../support/oauth.js';

let app: TestApp;
let account: TestAccount;
beforeAll(async () => {
  app = await startApp();
  account = await makeAccount(app);
});
afterAll(() => app.close());

const oauthError = (error: string, field: string) => ({
  error,
  error_description: expect.any(String),
  errors: [{ field, reason: expect.any(String) }],
});

describe('[D-151] POST /oauth/token with a code', () => {
  describe('[D-151] whose authorization request named a redirect address', () => {
    it.each([
      ['none', { redirect_uri: '' }, 'invalid_request', 'redirect_uri'],
      ['another', { redirect_uri: 'https://app.example.com/other' }, 'invalid_grant', 'code'],
    ])('refuses %s at the exchange, and accepts the same after that', async (_name, extra, error, field) => {
      const client = await makeOAuthClient(app, account);
      const code = await authorize(app, client, account.username, { redirect_uri: CALLBACK });
      expect(await redeem(app, client, code, extra)).toMatchObject({
        status: 400,
        body: oauthError(error, field),
      });
      expect((await redeem(app, client, code)).status).toBe(200);
    });

    it('refuses none at the exchange when it was on a loopback port of its own', async () => {
      const client = await makeOAuthClient(app, account, { redirectUri: 'http://127.0.0.1/callback' });
      const redirect_uri = 'http://127.0.0.1:51004/callback';
      const code = await authorize(app, client, account.username, { redirect_uri });
      expect((await redeem(app, client, code, { redirect_uri: '' })).status).toBe(400);
      expect((await redeem(app, client, code, { redirect_uri })).status).toBe(200);
    });

    it('reveals nothing about the code to another client', async () => {
      const client = await makeOAuthClient(app, account);
      const code = await authorize(app, client, account.username, { redirect_uri: CALLBACK });
      const other = await makeOAuthClient(app, account);
      expect((await redeem(app, other, code, { redirect_uri: '' })).body.error).toBe('invalid_grant');
    });
  });

  it.each(['HTTPS://localhost/callback', 'HTTPS://app.example.com/callback'])(
    '[D-145] serves a client whose scheme is in upper case: %s',
    async (redirectUri) => {
      const client = await makeOAuthClient(app, account, { redirectUri });
      const code = await authorize(app, client, account.username);
      expect((await redeem(app, client, code)).status).toBe(200);
    },
  );

  it('[D-151] needs no redirect address when the authorization request named none', async () => {
    const client = await makeOAuthClient(app, account);
    const code = await authorize(app, client, account.username, { redirect_uri: '' });
    expect((await redeem(app, client, code, { redirect_uri: '' })).status).toBe(200);
  });
});
