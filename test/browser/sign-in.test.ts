import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { TestApp } from '../support/app.js';
import { done, makeAccount, type TestAccount } from '../support/makers.js';
import { authorizePath, makeOAuthClient, PASSWORD, redeem, type TestOAuthClient } from '../support/oauth.js';
import { totpCode, turnOnTwoFactor } from '../support/two-factor.js';
import { launchBrowser, seriousFaults, startCallback, startPublicApp, type Callback } from './browser.js';

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

interface Visit {
  readonly account: TestAccount;
  readonly client: TestOAuthClient;
  readonly context: BrowserContext;
  readonly page: Page;
}

type ContextOptions = Parameters<Browser['newContext']>[0];

/** A browser at the first page of an authorization request, for a new account. */
async function arrive(options: ContextOptions = {}): Promise<Visit> {
  const account = await makeAccount(app);
  const client = await makeOAuthClient(app, account, { redirectUri: callback.redirectUri });
  const context = await browser.newContext(options);
  const page = await context.newPage();
  await page.goto(app.url + authorizePath(client, { state: 'xyz' }));
  return { account, client, context, page };
}

async function enterPassword(page: Page, username: string, password = PASSWORD): Promise<void> {
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

async function enterCode(page: Page, code: string): Promise<void> {
  await page.getByLabel('Code', { exact: true }).fill(code);
  await page.getByRole('button', { name: 'Continue' }).click();
}

/** The parameters that the application gets when the browser returns. */
async function back(page: Page): Promise<URLSearchParams> {
  await page.waitForURL((url) => url.pathname === '/callback');
  return new URL(page.url()).searchParams;
}

const heading = (page: Page) => page.getByRole('heading', { level: 1 }).innerText();

describe.each([
  ['with scripts', {}],
  ['without scripts', { javaScriptEnabled: false }],
  ['on a phone, in the dark', { viewport: { width: 360, height: 640 }, colorScheme: 'dark' as const }],
])('[D-148] signing in %s', (_name, options) => {
  it('leads from the password to the consent and back to the application', async () => {
    const { account, context, page } = await arrive(options);
    expect(await page.title()).toBe('Sign in · Cloud Account Service');
    await enterPassword(page, account.username);
    expect(await heading(page)).toBe('Allow Fleet to use your account?');
    await page.getByRole('button', { name: 'Allow' }).click();
    const told = await back(page);
    expect(told.get('state')).toBe('xyz');
    expect(told.get('code')).toMatch(/^[\w-]{43}$/);
    await context.close();
  });

  it('asks for a code where two-factor is on', async () => {
    const { account, context, page } = await arrive(options);
    const { secret } = await turnOnTwoFactor(app, account.client);
    await enterPassword(page, account.username);
    expect(await heading(page)).toBe('Two-factor code');
    await enterCode(page, '000000');
    expect(await page.getByRole('alert').innerText()).toBe('This code is wrong, or it was used already.');
    await enterCode(page, totpCode(app, secret));
    expect(await heading(page)).toBe('Allow Fleet to use your account?');
    await context.close();
  });

  it('shows the fault of a wrong password below its field', async () => {
    const { account, context, page } = await arrive(options);
    await enterPassword(page, account.username, 'wrong');
    const field = page.getByLabel('Password');
    expect(await page.getByRole('alert').innerText()).toBe('The username or the password is wrong.');
    expect(await field.getAttribute('aria-invalid')).toBe('true');
    expect(await field.getAttribute('aria-describedby')).toBe('password-fault');
    expect(await page.getByLabel('Username').inputValue()).toBe(account.username);
    await context.close();
  });

  it('[D-149] can be refused', async () => {
    const { account, context, page } = await arrive(options);
    await enterPassword(page, account.username);
    await page.getByRole('button', { name: 'Deny' }).click();
    expect((await back(page)).get('error')).toBe('access_denied');
    await context.close();
  });
});

describe('[D-148] signing in', () => {
  it.each(['Allow', 'Deny'])('[D-149] %s leads on to where the application redirects', async (answer) => {
    const home = await startCallback();
    const application = await startCallback(home.redirectUri.replace('127.0.0.1', 'localhost'));
    const account = await makeAccount(app);
    const client = await makeOAuthClient(app, account, { redirectUri: application.redirectUri });
    const page = await browser.newPage();
    await page.goto(app.url + authorizePath(client));
    await enterPassword(page, account.username);
    await page.getByRole('button', { name: answer }).click();
    await page.waitForURL((url) => url.hostname === 'localhost');
    expect(await heading(page)).toBe('Back at the application');
    await page.close();
    application.close();
    home.close();
  });

  it('works by keyboard alone, starting in the first field', async () => {
    const { account, context, page } = await arrive();
    await page.locator('#username:focus').waitFor();
    await page.keyboard.type(account.username);
    await page.keyboard.press('Tab');
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Allow' }).focus();
    await page.keyboard.press('Enter');
    expect((await back(page)).has('code')).toBe(true);
    await context.close();
  });

  it('[D-87] asks a remembered device for no code until the device is removed', async () => {
    const { account, client, context, page } = await arrive();
    const { secret } = await turnOnTwoFactor(app, account.client);
    await page.getByLabel('Remember this device').check();
    await enterPassword(page, account.username);
    await enterCode(page, totpCode(app, secret));
    await page.goto(`${app.url}/logout`);
    await page.getByRole('button', { name: 'Sign out' }).click();
    expect(await heading(page)).toBe('You are signed out');
    await page.goto(app.url + authorizePath(client));
    await enterPassword(page, account.username);
    expect(await heading(page)).toBe('Allow Fleet to use your account?');
    const [device] = done(await account.client.get('/profile/devices')).data;
    done(await account.client.delete(`/profile/devices/${device.id}`));
    await page.goto(app.url + authorizePath(client));
    await enterPassword(page, account.username);
    expect(await heading(page)).toBe('Two-factor code');
    await context.close();
  });

  it('can start again as another user', async () => {
    const { account, context, page } = await arrive();
    await enterPassword(page, account.username);
    await page.getByRole('button', { name: 'Not you?' }).click();
    expect(await heading(page)).toBe('Sign in');
    await context.close();
  });

  it('says when a page has expired, and links to the next step', async () => {
    const { account, context, page } = await arrive();
    await context.clearCookies({ name: 'login_browser' });
    await enterPassword(page, account.username);
    expect(await heading(page)).toBe('This page has expired');
    await page.getByRole('link', { name: 'Try again' }).click();
    expect(await heading(page)).toBe('Sign in');
    await context.clearCookies({ name: 'oauth_login' });
    await page.reload();
    expect(await page.getByText('Go back to the application').count()).toBe(1);
    await context.close();
  });

  it('accepts a form that is sent twice', async () => {
    const { account, context, page } = await arrive();
    await page.getByLabel('Username').fill(account.username);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in' }).dblclick();
    await page.getByRole('button', { name: 'Allow' }).dblclick();
    // The second form may abort the navigation that the first one began.
    await page.getByRole('heading', { name: 'Back at the application' }).waitFor();
    expect((await back(page)).has('code')).toBe(true);
    await context.close();
  });

  it('sends nothing again on reload', async () => {
    const { account, context, page } = await arrive();
    await enterPassword(page, account.username);
    await page.getByRole('button', { name: 'Allow' }).waitFor();
    await page.reload();
    expect(await heading(page)).toBe('Allow Fleet to use your account?');
    expect(done(await account.client.get('/profile/logins')).results).toBe(1);
    await context.close();
  });
});

describe('[WCAG 2.5.8] every button', () => {
  it('is at least 24 px high', async () => {
    const { account, context, page } = await arrive();
    const { secret } = await turnOnTwoFactor(app, account.client);
    const heights = async () => {
      const boxes = await Promise.all(
        (await page.getByRole('button').all()).map((each) => each.boundingBox()),
      );
      return boxes.map((box) => box?.height ?? 0);
    };
    const check = async () => expect(Math.min(...(await heights()))).toBeGreaterThanOrEqual(24);
    await check();
    await enterPassword(page, account.username);
    await page.getByLabel('Code', { exact: true }).waitFor();
    await check();
    await enterCode(page, totpCode(app, secret));
    await page.getByRole('button', { name: 'Allow' }).waitFor();
    await check();
    await page.goto(`${app.url}/login/security`);
    await check();
    await context.close();
  });
});

describe.each([360, 1280])('applications and tokens, %i px wide', (width) => {
  it('are shown with what they may do, and ended', async () => {
    const { account, client, context, page } = await arrive({ viewport: { width, height: 800 } });
    const token = {
      label: 'laptop',
      scopes: 'domains:read_only',
      restrictions: { sources: ['192.0.2.0/24'] },
    };
    done(await account.client.post('/profile/tokens', token));
    await enterPassword(page, account.username);
    await page.getByRole('button', { name: 'Allow' }).click();
    await redeem(app, client, (await back(page)).get('code')!);
    await page.goto(`${app.url}/login`);
    await page.getByRole('link', { name: 'applications and tokens' }).click();
    expect(await heading(page)).toBe('Applications and tokens');
    const applications = page.getByRole('list', { name: 'Applications' });
    expect(await applications.getByText('View your private networks and subnets.').count()).toBe(1);
    expect(await seriousFaults(context, page)).toEqual([]);
    const overflow = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
    expect(await page.evaluate(overflow)).toBe(0);
    await page.getByRole('button', { name: 'End the application Fleet' }).click();
    await page.getByText('No application has access to your account.').waitFor();
    expect(done(await account.client.get('/profile/apps')).results).toBe(0);
    const before = done(await account.client.get('/profile/tokens')).results as number;
    const laptop = page.getByRole('listitem').filter({ hasText: 'laptop' });
    expect(await laptop.getByText('Only from 192.0.2.0/24.').count()).toBe(1);
    await page.getByRole('button', { name: 'End the token laptop' }).click();
    await laptop.waitFor({ state: 'detached' });
    expect(done(await account.client.get('/profile/tokens')).results).toBe(before - 1);
    expect(await seriousFaults(context, page)).toEqual([]);
    await context.close();
  });
});

describe.each([
  ['light', 360],
  ['dark', 1280],
] as const)('accessibility, %s, %i px wide', (colorScheme, width) => {
  it('has no serious fault on any page, and none scrolls sideways', async () => {
    const { account, client, context, page } = await arrive({
      colorScheme,
      viewport: { width, height: 800 },
    });
    const { secret } = await turnOnTwoFactor(app, account.client);
    const overflow = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
    const check = async () =>
      expect([await seriousFaults(context, page), await page.evaluate(overflow)]).toEqual([[], 0]);
    await check();
    await enterPassword(page, account.username, 'wrong');
    await check();
    await enterPassword(page, account.username);
    await check();
    await enterCode(page, '000000');
    await check();
    await enterCode(page, totpCode(app, secret));
    await check();
    await page.goto(app.url + authorizePath(client, { scope: '*' }));
    await check();
    await page.goto(`${app.url}/login`);
    await check();
    await page.goto(`${app.url}/login/security`);
    await check();
    await page.goto(`${app.url}/login/access`);
    await check();
    await page.goto(`${app.url}/logout`);
    await check();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await check();
    await page.goto(`${app.url}/oauth/authorize?client_id=nobody`);
    await check();
    await context.close();
  });
});
