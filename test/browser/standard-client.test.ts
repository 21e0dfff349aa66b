import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import * as oauth from 'openid-client';
import type { Browser, Page } from 'playwright-core';
import { packageRoot } from '../../src/shared/package-root.js';
import type { TestApp } from '../support/app.js';
import { freePort } from '../support/free-port.js';
import { done, makeAccount, makeVpc, type TestAccount } from '../support/makers.js';
import { apiOf, makeOAuthClient, PASSWORD, type TestOAuthClient } from '../support/oauth.js';
import { totpCode, turnOnTwoFactor } from '../support/two-factor.js';
import { launchBrowser, startCallback, startPublicApp, type Callback } from './browser.js';

let app: TestApp;
let callback: Callback;
let browser: Browser;

beforeAll(async () => {
  [app, callback, browser] = await Promise.all([startPublicApp(), startCallback(), launchBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  callback?.close();
  await app?.close();
});

const SCOPE = 'vpc:read_only account:read_write';

function discover({ id, secret }: TestOAuthClient): Promise<oauth.Configuration> {
  const options: oauth.DiscoveryRequestOptions = {
    algorithm: 'oauth2',
    execute: [oauth.allowInsecureRequests],
  };
  return oauth.discovery(new URL(app.url), id, secret ?? undefined, undefined, options);
}

/** Signs in on the pages with password and code, and allows the application. */
async function signInAndConsent(page: Page, { username }: TestAccount, secret: string): Promise<void> {
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByLabel('Remember this device').check();
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByLabel('Code', { exact: true }).fill(totpCode(app, secret));
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Allow' }).click();
  await page.waitForURL((url) => url.pathname === '/callback');
}

describe('a standard OAuth client library', () => {
  it('signs a user in, calls the API, refreshes, is listed, is revoked', async () => {
    const account = await makeAccount(app);
    const { secret } = await turnOnTwoFactor(app, account.client);
    const config = await discover(await makeOAuthClient(app, account, { redirectUri: callback.redirectUri }));
    const [state, verifier] = [oauth.randomState(), oauth.randomPKCECodeVerifier()];
    const challenge = await oauth.calculatePKCECodeChallenge(verifier);
    const asked = oauth.buildAuthorizationUrl(config, {
      redirect_uri: callback.redirectUri,
      scope: SCOPE,
      state,
      code_challenge: challenge,
      code_challenge_method: 'S256',
    });
    const context = await browser.newContext({ userAgent: 'A browser' });
    const page = await context.newPage();
    await page.goto(asked.href);
    await signInAndConsent(page, account, secret);

    const checks = { expectedState: state, pkceCodeVerifier: verifier };
    const first = await oauth.authorizationCodeGrant(config, new URL(page.url()), checks);
    expect((await apiOf(app, first.access_token).get('/vpcs')).status).toBe(200);

    const second = await oauth.refreshTokenGrant(config, first.refresh_token ?? '');
    const api = apiOf(app, second.access_token);
    const [listed] = done(await api.get('/profile/apps')).data;
    expect(listed).toMatchObject({ label: 'Fleet', scopes: SCOPE, expiry: null });
    expect(done(await api.get('/profile/devices')).data).toMatchObject([{ user_agent: 'A browser' }]);
    expect(done(await api.get('/profile/logins')).data).toMatchObject([{ status: 'successful' }]);

    done(await account.client.delete(`/profile/apps/${listed.id}`));
    expect((await api.get('/vpcs')).status).toBe(401);
    await context.close();
  });

  it('revokes its own tokens', async () => {
    const account = await makeAccount(app);
    const { secret } = await turnOnTwoFactor(app, account.client);
    const config = await discover(await makeOAuthClient(app, account, { redirectUri: callback.redirectUri }));
    const page = await browser.newPage();
    await page.goto(
      oauth.buildAuthorizationUrl(config, { redirect_uri: callback.redirectUri, scope: SCOPE }).href,
    );
    await signInAndConsent(page, account, secret);
    const { access_token: token } = await oauth.authorizationCodeGrant(config, new URL(page.url()));
    await oauth.tokenRevocation(config, token);
    expect((await apiOf(app, token).get('/vpcs')).status).toBe(401);
    await page.close();
  });
});

describe('the example client', () => {
  it('signs a user in and lists their VPCs', async () => {
    const account = await makeAccount(app);
    const { secret } = await turnOnTwoFactor(app, account.client);
    await makeVpc(account.client, { label: 'production' });
    const port = await freePort();
    const redirectUri = `http://localhost:${port}/callback`;
    const example = await startExample(await makeOAuthClient(app, account, { redirectUri }), port);
    try {
      const page = await browser.newPage();
      await page.goto(`http://localhost:${port}/`);
      await signInAndConsent(page, account, secret);
      expect(await page.getByRole('heading').innerText()).toBe('Your VPCs');
      expect(await page.getByRole('listitem').allInnerTexts()).toEqual(['production (us-east)']);
      await page.close();
    } finally {
      example.kill();
      await once(example, 'exit');
    }
  });
});

async function startExample({ id, secret }: TestOAuthClient, port: number): Promise<ChildProcess> {
  const example = spawn(process.execPath, [join(packageRoot, 'examples/oauth-client/index.mjs')], {
    env: {
      ...process.env,
      SERVICE_URL: app.url,
      CLIENT_ID: id,
      CLIENT_SECRET: secret ?? '',
      PORT: String(port),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(example.stdout, 'data');
  return example;
}
