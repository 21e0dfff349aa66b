import { startApp, type TestApp } from '../support/app.js';
import { enterCode, logIn, visit } from '../support/login.js';
import { done, makeAccount, type TestAccount } from '../support/makers.js';
import {
  answer,
  ask,
  authorize,
  authorizePath,
  enterPassword,
  makeOAuthClient,
  redeem,
  refresh,
} from '../support/oauth.js';
import { totpCode, turnOnTwoFactor } from '../support/two-factor.js';
import { Visitor } from '../support/visitor.js';

let app: TestApp;
beforeAll(async () => (app = await startApp({ TRUSTED_PROXIES: '127.0.0.1' })));
afterAll(() => app.close());

const updates = async ({ client }: TestAccount) =>
  done(await client.get('/account/events')).data.filter(
    ({ action, message }: { action: string; message: string | null }) =>
      action === 'profile_update' && message,
  );

const event = (account: TestAccount, username: string | null, message: string) =>
  expect.objectContaining({
    action: 'profile_update',
    status: 'notification',
    username,
    message,
    entity: { id: account.uid, label: account.username, type: 'profile', url: '/v4/profile' },
  });

describe('[D-216] an event', () => {
  it('records a consent, and none when the user denies it', async () => {
    const account = await makeAccount(app);
    const client = await makeOAuthClient(app, account);
    const visitor = new Visitor(app);
    const { at } = await ask(visitor, authorizePath(client));
    await visitor.follow(await enterPassword(visitor, at, account.username));
    await answer(visitor, at, 'deny');
    expect(await updates(account)).toEqual([]);
    await authorize(app, client, account.username);
    const message = 'Access to the account was given to the application Fleet.';
    expect(await updates(account)).toEqual([event(account, account.username, message)]);
  });

  it.each(['authorization code', 'refresh token'])('records the reuse of the %s once', async (what) => {
    const account = await makeAccount(app);
    const client = await makeOAuthClient(app, account);
    const code = await authorize(app, client, account.username);
    const { body } = await redeem(app, client, code);
    const reuse = () =>
      what === 'refresh token' ? refresh(app, client, body.refresh_token) : redeem(app, client, code);
    if (what === 'refresh token') expect((await reuse()).status).toBe(200);
    for (let time = 0; time < 2; time++) expect((await reuse()).body.error).toBe('invalid_grant');
    const message = `A used ${what} of the application Fleet was presented again, and its access was ended.`;
    expect((await updates(account)).filter(({ username }: { username: string | null }) => !username)).toEqual(
      [event(account, null, message)],
    );
  });

  it('records a trusted device that is added, and one that is removed', async () => {
    const account = await makeAccount(app);
    const { secret } = await turnOnTwoFactor(app, account.client);
    const visitor = await visit(app);
    await visitor.follow(await logIn(visitor, account, { remember: 'yes' }));
    await visitor.follow(await enterCode(visitor, totpCode(app, secret)));
    const added = event(account, account.username, 'A trusted device was added.');
    expect(await updates(account)).toEqual([added]);
    const [device] = done(await account.client.get('/profile/devices')).data;
    done(await account.client.delete(`/profile/devices/${device.id}`));
    const removed = event(account, account.username, 'A trusted device was removed.');
    expect(await updates(account)).toEqual(expect.arrayContaining([added, removed]));
  });

  it('records an app that the user revokes', async () => {
    const account = await makeAccount(app);
    const client = await makeOAuthClient(app, account);
    await redeem(app, client, await authorize(app, client, account.username));
    const [{ id }] = done(await account.client.get('/profile/apps')).data;
    done(await account.client.delete(`/profile/apps/${id}`));
    const message = 'The access of an application was revoked.';
    expect(await updates(account)).toContainEqual(event(account, account.username, message));
  });
});
