import { startApp, type TestApp } from '../support/app.js';
import { done, makeAccount, next, type TestAccount } from '../support/makers.js';
import { enterCode, logIn, visit } from '../support/login.js';
import { enterPassword } from '../support/oauth.js';
import { totpCode, turnOnTwoFactor } from '../support/two-factor.js';
import type { Page, Visitor } from '../support/visitor.js';

let app: TestApp;
beforeAll(async () => (app = await startApp({ TRUSTED_PROXIES: '127.0.0.1' })));
afterAll(() => app.close());

const wrong = (visitor: Visitor, username: string) =>
  enterPassword(visitor, '/login', username, { password: 'wrong' });

/** What a stranger can see of an answer. */
function seen({ status, text, headers }: Page, username: string) {
  const names = [...headers].filter(([name]) => !['date', 'x-request-id', 'set-cookie'].includes(name));
  const random = /name="csrf" value="[^"]+"|&#34;challenge&#34;:&#34;[\w-]+&#34;/g;
  return { status, headers: names, text: text.replaceAll(username, 'NAME').replace(random, 'RANDOM') };
}

/** Wrong passwords of strangers, each from an address of its own, until the user's limit is reached. */
async function lockOut({ username }: TestAccount): Promise<void> {
  for (let attempt = 0; attempt < 50; attempt++) {
    expect((await wrong(await visit(app, `2001:db8:5::${next().toString(16)}`), username)).status).toBe(401);
  }
  expect((await wrong(await visit(app), username)).status).toBe(429);
}

describe('[D-209] unknown names', () => {
  it('get the answers of existing ones, attempt by attempt, from one address', async () => {
    const { username } = await makeAccount(app);
    const unknown = username.replace('user', 'none');
    const [one, other] = [await visit(app), await visit(app)];
    for (let attempt = 0; attempt < 12; attempt++) {
      const existing = seen(await wrong(one, username), username);
      expect(seen(await wrong(other, unknown), unknown)).toEqual(existing);
      expect(existing.status).toBe(attempt < 10 ? 401 : 429);
    }
  });

  it('are limited to fifty from everywhere, as existing ones', async () => {
    const unknown = `nobody-${next()}`;
    for (let attempt = 0; attempt < 50; attempt++) {
      const visitor = await visit(app, `2001:db8:6::${next().toString(16)}`);
      expect((await wrong(visitor, unknown)).status).toBe(401);
    }
    expect((await wrong(await visit(app), unknown)).status).toBe(429);
  });

  it('include spellings that only some systems take for the name', async () => {
    const account = await makeAccount(app);
    const username = `irene-${next()}`;
    const email = `${username}@example.com`;
    done(await account.client.post('/account/users', { username, email, restricted: true }));
    const visitor = await visit(app);
    for (let attempt = 0; attempt < 10; attempt++) await wrong(visitor, username.replace('i', '\u0130'));
    expect((await wrong(visitor, username)).status).toBe(401);
  });
});

describe('[D-209] strangers can’t lock the owner out', () => {
  it('of a browser that signed in before, also after logout', async () => {
    const account = await makeAccount(app);
    const visitor = await visit(app);
    await visitor.follow(await logIn(visitor, account));
    await visitor.get('/logout');
    await visitor.submit('/logout', {});
    await lockOut(account);
    await visitor.get('/login');
    expect((await logIn(visitor, account)).status).toBe(303);
  });

  it('of a browser that another user has signed in with since', async () => {
    const account = await makeAccount(app);
    const visitor = await visit(app);
    for (const user of [account, await makeAccount(app)]) {
      await visitor.follow(await logIn(visitor, user));
      await visitor.submit('/login', { step: 'restart' });
      await visitor.get('/login');
    }
    await lockOut(account);
    expect((await logIn(visitor, account)).status).toBe(303);
  });

  it('of a trusted device', async () => {
    const account = await makeAccount(app);
    const { secret } = await turnOnTwoFactor(app, account.client);
    const visitor = await visit(app);
    await visitor.follow(await logIn(visitor, account, { remember: 'yes' }));
    await visitor.follow(await enterCode(visitor, totpCode(app, secret)));
    visitor.forget('login', `login_known_${account.uid}`);
    await lockOut(account);
    await visitor.get('/login');
    expect((await logIn(visitor, account)).status).toBe(303);
    const [device] = done(await account.client.get('/profile/devices')).data;
    done(await account.client.delete(`/profile/devices/${device.id}`));
    visitor.forget('login', `login_known_${account.uid}`);
    await visitor.get('/login');
    expect((await logIn(visitor, account)).status).toBe(429);
  });

  it('but the browser has ten attempts of its own', async () => {
    const account = await makeAccount(app);
    const visitor = await visit(app);
    await visitor.follow(await logIn(visitor, account));
    await visitor.submit('/login', { step: 'restart' });
    for (let attempt = 0; attempt < 10; attempt++) {
      expect((await wrong(visitor, account.username)).status).toBe(401);
    }
    expect((await logIn(visitor, account)).status).toBe(429);
    expect((await logIn(await visit(app), account)).status).toBe(303);
    app.clock.forward(901);
    expect((await logIn(visitor, account)).status).toBe(303);
  });

  it.each([
    ['another user’s', async () => cookieOf(await makeAccount(app))],
    ['a forged', async () => `${'A'.repeat(22)}.9999999999.${'A'.repeat(43)}`],
    [
      'an expired',
      async (account: TestAccount) => {
        const value = await cookieOf(account);
        app.clock.forward(30 * 86400);
        return value;
      },
    ],
  ])('%s cookie gives no count of its own', async (_name, cookie) => {
    const account = await makeAccount(app);
    const value = await cookie(account);
    await lockOut(account);
    const visitor = await visit(app);
    visitor.setCookie(`login_known_${account.uid}`, value, '/');
    expect((await logIn(visitor, account)).status).toBe(429);
  });

  async function cookieOf(account: TestAccount): Promise<string> {
    const visitor = await visit(app);
    await logIn(visitor, account);
    return visitor.cookie(`login_known_${account.uid}`)!;
  }
});
