import type { Browser } from 'playwright-core';
import type { TestApp } from '../support/app.js';
import { done, makeAccount } from '../support/makers.js';
import { launchBrowser, startPublicApp } from './browser.js';

let app: TestApp;
let browser: Browser;

beforeAll(async () => {
  [app, browser] = await Promise.all([startPublicApp(), launchBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await app?.close();
});

it('[D-180] [D-230] /docs sends each change that its reader tries out as a request of its own', async () => {
  const { client } = await makeAccount(app);
  const page = await browser.newPage();
  await page.goto(`${app.url}/docs`);
  await page.getByRole('button', { name: 'Authorize' }).click();
  await page.getByLabel('auth-bearer-value').first().fill(client.token!);
  await page.getByRole('button', { name: 'Apply credentials' }).first().click();
  await page.getByRole('button', { name: 'Close' }).last().click();
  const operation = page.locator('[id$="-vpc_create"]');
  await operation.locator('.opblock-summary-control').click();
  await operation.getByRole('button', { name: 'Try it out' }).click();
  for (const created of [1, 2]) {
    const answered = page.waitForResponse((response) => response.request().method() === 'POST');
    await operation.getByRole('button', { name: 'Execute' }).click();
    expect((await answered).status()).toBe(200);
    expect(done(await client.get('/vpcs')).results).toBe(created);
  }
  await page.close();
});
