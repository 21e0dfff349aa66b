import type { Browser, BrowserContext, CDPSession, Page, Route } from 'playwright-core';
import { startApp, type TestApp } from '../support/app.js';
import { freePort } from '../support/free-port.js';
import { makeAccount, type TestAccount } from '../support/makers.js';
import { authorizePath, makeOAuthClient, PASSWORD } from '../support/oauth.js';
import { turnOnTwoFactor } from '../support/two-factor.js';
import { launchBrowser, seriousFaults } from './browser.js';

let app: TestApp;
let browser: Browser;
let url: string;

beforeAll(async () => {
  const port = String(await freePort());
  // No address is the id of a relying party, so the service needs a name.
  url = `http://localhost:${port}`;
  [app, browser] = await Promise.all([startApp({ PORT: port, PUBLIC_URL: url }), launchBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await app?.close();
});

type ContextOptions = Parameters<Browser['newContext']>[0];

interface Visit {
  readonly account: TestAccount;
  readonly context: BrowserContext;
  readonly page: Page;
  readonly cdp: CDPSession;
  readonly authenticatorId: string;
}

/** A browser with a virtual authenticator, signed in to a new account. */
async function arrive(options: ContextOptions = {}): Promise<Visit> {
  const account = await makeAccount(app);
  const context = await browser.newContext(options);
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await page.goto(`${url}/login`);
  await enterPassword(page, account);
  return { account, context, page, cdp, authenticatorId };
}

async function enterPassword(page: Page, { username }: TestAccount): Promise<void> {
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

async function begin(page: Page, name = 'Laptop'): Promise<void> {
  await page.goto(`${url}/login/passkeys`);
  await page.getByRole('textbox', { name: 'Name' }).fill(name);
  await page.getByLabel('Current password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Continue' }).click();
}

async function addPasskey(page: Page, name = 'Laptop'): Promise<void> {
  await begin(page, name);
  expect(await page.getByText('This browser can’t').count()).toBe(0);
  await page.getByRole('button', { name: 'Create passkey' }).click();
  await page.getByRole('button', { name: `Remove the passkey ${name}` }).waitFor();
}

async function signOut(page: Page): Promise<void> {
  await page.goto(`${url}/logout`);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByText('You are signed out').waitFor();
}

const withPasskey = (page: Page) => page.getByRole('button', { name: 'Use a passkey' });
const heading = (page: Page) => page.getByRole('heading', { level: 1 }).innerText();
const refusal = (page: Page) => page.getByText('This passkey was not accepted.');

/** Counts how often the page asks the browser to create a passkey. */
async function countAsked(page: Page): Promise<void> {
  await page.evaluate(`{
    const create = navigator.credentials.create.bind(navigator.credentials);
    sessionStorage.asked = '';
    navigator.credentials.create = (options) => (sessionStorage.asked += 'x', create(options));
  }`);
}

const asked = async (page: Page) => (await page.evaluate<string>('sessionStorage.asked')).length;

it('[D-311] a button that is pressed again while the browser asks for the passkey does nothing', async () => {
  const { context, page, cdp, authenticatorId } = await arrive();
  await begin(page);
  const create = page.getByRole('button', { name: 'Create passkey' });
  await create.waitFor();
  await cdp.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled: false });
  await countAsked(page);
  for (let press = 0; press < 2; press++) await create.click({ noWaitAfter: true });
  expect(await asked(page)).toBe(1);
  await context.close();
});

it('[D-311] a button that is pressed again while the passkey is on its way does nothing', async () => {
  const { context, page } = await arrive();
  await begin(page);
  const create = page.getByRole('button', { name: 'Create passkey' });
  await create.waitFor();
  await countAsked(page);
  const sent = new Promise<Route>((hold) => void page.route('**/login/passkeys', hold, { times: 1 }));
  await create.click({ noWaitAfter: true });
  const held = await sent;
  // A click would wait for the navigation.
  await page.keyboard.press('Enter');
  await held.continue();
  await page.getByRole('button', { name: 'Remove the passkey Laptop' }).waitFor();
  expect(await asked(page)).toBe(1);
  await context.close();
});

describe.each([
  ['on a desk', {}],
  ['on a phone, in the dark', { viewport: { width: 360, height: 640 }, colorScheme: 'dark' as const }],
])('[D-311] a passkey %s', (_name, options) => {
  it('is added, signs in without password and code, is renamed and removed', async () => {
    const { account, context, page } = await arrive(options);
    await turnOnTwoFactor(app, account.client);
    await addPasskey(page);
    await signOut(page);
    await page.goto(`${url}/login`);
    await withPasskey(page).click();
    await page.getByText('You are signed in').waitFor();
    expect(await page.getByText(account.username).count()).toBe(1);
    await page.goto(`${url}/login/passkeys`);
    await page.getByRole('button', { name: 'Rename the passkey Laptop' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Old laptop');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Remove the passkey Old laptop' }).click();
    await page.getByText('Your passkeys').waitFor({ state: 'detached' });
    await signOut(page);
    await page.goto(`${url}/login`);
    await withPasskey(page).click();
    await refusal(page).waitFor();
    await context.close();
  });

  it('leads to the consent of an application, and is a second factor', async () => {
    const { account, context, page } = await arrive(options);
    const client = await makeOAuthClient(app, account);
    await turnOnTwoFactor(app, account.client);
    await addPasskey(page);
    await signOut(page);
    await page.goto(url + authorizePath(client));
    await withPasskey(page).click();
    await page.getByRole('button', { name: 'Allow' }).waitFor();
    await signOut(page);
    await page.goto(url + authorizePath(client));
    await enterPassword(page, account);
    expect(await heading(page)).toBe('Two-factor code');
    await withPasskey(page).click();
    await page.getByRole('button', { name: 'Allow' }).waitFor();
    await context.close();
  });
});

describe('[D-311] passkeys', () => {
  it('that were copied are refused: the copy’s counter stays behind', async () => {
    const { context, page, cdp, authenticatorId } = await arrive();
    await addPasskey(page);
    const [copied] = (await cdp.send('WebAuthn.getCredentials', { authenticatorId })).credentials;
    for (let login = 0; login < 2; login++) {
      await signOut(page);
      await page.goto(`${url}/login`);
      await withPasskey(page).click();
      await page.getByText('You are signed in').waitFor();
    }
    await cdp.send('WebAuthn.clearCredentials', { authenticatorId });
    await cdp.send('WebAuthn.addCredential', { authenticatorId, credential: copied! });
    await signOut(page);
    await page.goto(`${url}/login`);
    await withPasskey(page).click();
    await refusal(page).waitFor();
    await context.close();
  });

  it('that signed are refused a second time', async () => {
    const { context, page } = await arrive();
    await addPasskey(page);
    await signOut(page);
    await page.goto(`${url}/login`);
    const sent = page.waitForRequest((request) => request.method() === 'POST');
    await withPasskey(page).click();
    const form = new URLSearchParams((await sent).postData() ?? '');
    await page.getByText('You are signed in').waitFor();
    await signOut(page);
    const again = await context.request.post(`${url}/login`, { form: Object.fromEntries(form) });
    expect(again.status()).toBe(401);
    expect(await again.text()).toContain('This passkey was not accepted.');
    await context.close();
  });

  it('are not offered at an address of another host, and say so when the user refuses', async () => {
    const { context, page, cdp, authenticatorId } = await arrive();
    await addPasskey(page);
    await signOut(page);
    await page.goto(`${app.url}/login`);
    await withPasskey(page).click();
    await page.getByText('No passkey was used.').waitFor();
    await page.goto(`${url}/login`);
    await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false });
    await withPasskey(page).click();
    await page.getByText('No passkey was used.').waitFor();
    await context.close();
  });

  it('are created once for each authenticator', async () => {
    const { context, page } = await arrive();
    await addPasskey(page);
    await begin(page, 'Twin');
    await page.getByRole('button', { name: 'Create passkey' }).click();
    await page.getByText('No passkey was created.').waitFor();
    await context.close();
  });

  it('are not offered without scripts', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(`${url}/login`);
    expect(await withPasskey(page).count()).toBe(0);
    await enterPassword(page, await makeAccount(app));
    await begin(page);
    expect(await page.getByText('This browser can’t create passkeys.').isVisible()).toBe(true);
    await context.close();
  });
});

describe.each([
  ['light', { colorScheme: 'light' as const }],
  ['dark, on a phone', { colorScheme: 'dark' as const, viewport: { width: 360, height: 640 } }],
])('[WCAG 2.5.8] the pages of passkeys, %s', (_name, options) => {
  it('have no serious fault, buttons at least 24 px high, and nothing beyond the edge', async () => {
    const { account, context, page } = await arrive(options);
    const check = async () => {
      expect(await seriousFaults(context, page)).toEqual([]);
      const buttons = await page.getByRole('button').all();
      const boxes = await Promise.all(buttons.map((button) => button.boundingBox()));
      expect(Math.min(...boxes.map((box) => box?.height ?? 0))).toBeGreaterThanOrEqual(24);
      expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    };
    await turnOnTwoFactor(app, account.client);
    await addPasskey(page, 'x'.repeat(64));
    await check();
    await page.getByRole('button', { name: 'Rename the passkey' }).click();
    await page.getByRole('button', { name: 'Save' }).waitFor();
    await check();
    await begin(page);
    await check();
    await signOut(page);
    await page.goto(`${url}/login`);
    await check();
    await enterPassword(page, account);
    await withPasskey(page).waitFor();
    await check();
    await context.close();
  });
});
