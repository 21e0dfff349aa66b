import { startApp, type TestApp } from '../support/app.js';
import { makeAccount } from '../support/makers.js';
import { enterCode, logIn, visit } from '../support/login.js';
import { totpCode, turnOnTwoFactor } from '../support/two-factor.js';

let app: TestApp;
beforeAll(async () => (app = await startApp({ TRUSTED_PROXIES: '127.0.0.1' })));
afterAll(() => app.close());

it('[D-148] the code of a login that another tab has completed leads on', async () => {
  const account = await makeAccount(app);
  const { secret } = await turnOnTwoFactor(app, account.client);
  const visitor = await visit(app);
  await visitor.follow(await logIn(visitor, account));
  await visitor.follow(await enterCode(visitor, totpCode(app, secret)));
  const page = await visitor.follow(await enterCode(visitor, totpCode(app, secret, 1)));
  expect(page.text).toContain('You are signed in');
});
