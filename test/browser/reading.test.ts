import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { TestApp } from '../support/app.js';
import { makeAccount } from '../support/makers.js';
import { authorizePath, makeOAuthClient, PASSWORD } from '../support/oauth.js';
import { launchBrowser, startPublicApp } from './browser.js';

let app: TestApp;
let browser: Browser;
let context: BrowserContext;
let page: Page;

beforeAll(async () => {
  [app, browser] = await Promise.all([startPublicApp(), launchBrowser()]);
});
beforeEach(async () => {
  context = await browser.newContext({ viewport: { width: 320, height: 640 } });
  page = await context.newPage();
});
afterEach(() => context.close());
afterAll(async () => {
  await browser?.close();
  await app?.close();
});

async function enterPassword(username: string): Promise<void> {
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

async function signIn(): Promise<string> {
  const { username } = await makeAccount(app);
  await page.goto(`${app.url}/login`);
  await enterPassword(username);
  await page.getByText('You are signed in').waitFor();
  return username;
}

/** Where a text stands in the first element of a page that a selector names. */
const leftOf = (selector: string, text: string) =>
  page.evaluate(`{
    const texts = document.createTreeWalker(document.querySelector('${selector}'), NodeFilter.SHOW_TEXT);
    while (!texts.nextNode().data.includes('${text}'));
    const range = document.createRange();
    range.setStart(texts.currentNode, texts.currentNode.data.indexOf('${text}'));
    range.setEnd(texts.currentNode, texts.currentNode.data.indexOf('${text}') + ${text.length});
    range.getBoundingClientRect().left;
  }`) as Promise<number>;

it('[D-149] a name that turns the direction of writing leaves the words beside it as they are', async () => {
  await page.setViewportSize({ width: 1280, height: 640 });
  const account = await makeAccount(app);
  const client = await makeOAuthClient(app, account, { label: 'A\u202e', redirectUri: 'http://127.0.0.1/x' });
  await page.goto(app.url + authorizePath(client));
  await enterPassword(account.username);
  await page.getByRole('button', { name: 'Allow' }).waitFor();
  expect(await leftOf('h1', 'to')).toBeLessThan(await leftOf('h1', 'use'));
});

it('[WCAG 3.3.1] a refused form has the focus in the field with the fault', async () => {
  await signIn();
  await page.goto(`${app.url}/login/security`);
  await page.getByLabel('Current password').fill('wrong');
  await page.getByLabel('New password').fill('a long and strange sentence');
  await page.getByRole('button', { name: 'Change password' }).click();
  await page.locator('#current-fault').waitFor();
  expect(await page.locator('#current:focus').count()).toBe(1);
});

it.each(['security', 'passkeys'])(
  '/login/%s tells password managers whose password it asks for',
  async (name) => {
    const username = await signIn();
    await page.goto(`${app.url}/login/${name}`);
    const form = page.locator('form', { has: page.getByLabel('Current password') });
    expect(await form.locator('[autocomplete=username]').inputValue()).toBe(username);
    expect(await form.locator('[autocomplete=username]').isVisible()).toBe(false);
  },
);

it('[WCAG 1.4.10] the list of refusals does not scroll sideways in a window of 320 px', async () => {
  await page.goto(`${app.url}/docs/errors`);
  const overflow = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
  expect(await page.evaluate(overflow)).toBe(0);
});
