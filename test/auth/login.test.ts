import { startApp, type TestApp } from '../support/app.js';
import { platform } from '../support/client.js';
import { done, makeAccount, next, type TestAccount } from '../support/makers.js';
import { enterCode, logIn, visit } from '../support/login.js';
import { authorizePath, enterPassword, makeOAuthClient, PASSWORD } from '../support/oauth.js';
import { totpCode, turnOnTwoFactor } from '../support/two-factor.js';
import { Visitor } from '../support/visitor.js';

let app: TestApp;
beforeAll(async () => (app = await startApp({ TRUSTED_PROXIES: '127.0.0.1' })));
afterAll(() => app.close());

const WRONG = 'The username or the password is wrong.';
const MINUTES = 60;

const logins = async ({ client }: TestAccount) => done(await client.get('/profile/logins')).data;
const lastLogin = async ({ client, username }: TestAccount) =>
  done(await client.get(`/account/users/${username}`)).last_login;

describe('[D-148] logging in with a password', () => {
  it('signs in, and stores the client’s address in the history', async () => {
    const account = await makeAccount(app);
    const visitor = await visit(app, '203.0.113.9');
    const page = await visitor.follow(await logIn(visitor, account));
    expect(page.text).toContain('You are signed in');
    expect(await logins(account)).toEqual([
      {
        id: expect.any(Number),
        datetime: expect.any(String),
        ip: '203.0.113.9',
        restricted: false,
        status: 'successful',
        username: account.username,
      },
    ]);
  });

  it('[D-140] takes a password of 128 characters, which browsers must not cut', async () => {
    const account = await makeAccount(app);
    const username = `long-${next()}`;
    const password = '🔑'.repeat(128);
    const user = { username, email: 'x@example.com', password };
    done(await platform(app).post(`/accounts/${account.id}/users`, user));
    const visitor = await visit(app);
    const field = /<input[^>]* name="password"[^>]*>/.exec((await visitor.get('/login')).text)?.[0];
    // Browsers count UTF-16 units: two for this character.
    expect(Number(/maxlength="(\d+)"/.exec(field ?? '')?.[1] ?? Infinity)).toBeGreaterThanOrEqual(
      password.length,
    );
    expect((await enterPassword(visitor, '/login', username, { password })).status).toBe(303);
  });

  it('ignores the case of the name', async () => {
    const account = await makeAccount(app);
    const visitor = await visit(app);
    const page = await enterPassword(visitor, '/login', account.username.toUpperCase());
    expect(page.status).toBe(303);
  });

  it('[D-169] answers a wrong password with the page again and 401', async () => {
    const account = await makeAccount(app);
    const page = await logIn(await visit(app), account, { password: 'wrong' });
    expect(page.status).toBe(401);
    expect(page.text).toContain(WRONG);
    expect(page.text).toContain(`value="${account.username}"`);
    expect(page.text).not.toContain('wrong"');
    expect(await lastLogin(account)).toMatchObject({ status: 'failed' });
  });

  it.each(['nobody-of-this-name', '', 'a\0b', '\ud800'])(
    '[D-49] gives the same answer for the unknown name %j',
    async (username) => {
      const page = await enterPassword(await visit(app), '/login', username);
      expect(page.status).toBe(401);
      expect(page.text).toContain(WRONG);
    },
  );

  it('[D-48] [D-140] refuses proxy users and users without a password', async () => {
    const parent = await makeAccount(app);
    const child = await makeAccount(app, parent.id);
    const [proxy, without] = [`proxy-${next()}`, `without-${next()}`];
    const users = `/accounts/${child.id}/users`;
    const email = 'x@example.com';
    done(await platform(app).post(users, { username: proxy, email, user_type: 'proxy', password: PASSWORD }));
    done(await platform(app).post(users, { username: without, email }));
    for (const username of [proxy, without]) {
      expect((await enterPassword(await visit(app), '/login', username)).status).toBe(401);
    }
  });

  it('[D-148] refuses a form without a valid CSRF token', async () => {
    const account = await makeAccount(app);
    const page = await logIn(await visit(app), account, { csrf: 'forged' });
    expect(page.status).toBe(403);
    expect(page.text).toContain('This page has expired');
    expect(await logins(account)).toEqual([]);
  });

  it('[D-148] hides its cookies from scripts and other sites', async () => {
    const account = await makeAccount(app);
    const cookies = (await logIn(await visit(app), account)).headers.getSetCookie();
    expect(cookies.find((cookie) => cookie.startsWith('login='))).toMatch(/HttpOnly; SameSite=Lax$/);
  });

  it('[D-178] marks its cookies Secure when customers use TLS', async () => {
    const account = await makeAccount(app);
    const visitor = new Visitor(app, { 'X-Forwarded-Proto': 'https' });
    const page = await visitor.get('/login');
    expect(page.headers.get('strict-transport-security')).toBe('max-age=31536000');
    const cookies = (await logIn(visitor, account)).headers.getSetCookie();
    expect(cookies.every((cookie) => cookie.includes('Secure'))).toBe(true);
  });

  it('[D-178] marks the cookies of an authorization request by the same rule', async () => {
    const client = await makeOAuthClient(app, await makeAccount(app));
    for (const [protocol, secure] of [
      ['https', true],
      ['http', false],
    ] as const) {
      const visitor = new Visitor(app, { 'X-Forwarded-Proto': protocol });
      const cookies = (await visitor.get(authorizePath(client))).headers.getSetCookie();
      expect(cookies.length).toBeGreaterThan(0);
      expect(cookies.map((cookie) => /; secure/i.test(cookie))).toEqual(cookies.map(() => secure));
    }
  });

  it('[D-148] ties its cookies to its own host over TLS', async () => {
    const account = await makeAccount(app);
    const visitor = new Visitor(app, { 'X-Forwarded-Proto': 'https' });
    await visitor.get('/login');
    const cookies = (await logIn(visitor, account, { remember: 'yes' })).headers.getSetCookie();
    expect(cookies.map((cookie) => cookie.split('=')[0])).toEqual(
      expect.arrayContaining(
        ['login', `login_known_${account.uid}`, `login_device_${account.uid}`].map(
          (name) => `__Host-${name}`,
        ),
      ),
    );
    for (const cookie of cookies) expect(cookie).toMatch(/^__Host-[^;]+; Path=\/;/);
    expect(cookies.filter((cookie) => /domain/i.test(cookie))).toEqual([]);
    expect((await visitor.get('/login')).text).toContain('You are signed in');
    const injected = `login=${visitor.cookie('__Host-login')}`;
    const other = new Visitor(app, { 'X-Forwarded-Proto': 'https', cookie: injected });
    expect((await other.get('/login')).text).not.toContain('You are signed in');
  });

  it.each(['/login', '/login/anything', '/logout', '/oauth/authorize'])(
    '[D-03] [D-160] OPTIONS %s allows no other origin',
    async (path) => {
      const answer = await fetch(app.url + path, { method: 'OPTIONS' });
      expect(answer.status).toBe(200);
      expect(answer.headers.get('allow')).toMatch(/^GET, HEAD/);
      expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
    },
  );

  it('[D-159] [D-160] sends its pages with a strict policy and without CORS headers', async () => {
    const { headers } = await new Visitor(app).get('/login');
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(headers.get('x-frame-options')).toBe('DENY');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('access-control-allow-origin')).toBeNull();
  });
});

it.each(['/login', '/login/an-authorization-request'])(
  '[D-148] tells a browser that refuses cookies to allow them, at %s',
  async (path) => {
    const body = new URLSearchParams({ step: 'password' });
    expect(await (await fetch(app.url + path, { method: 'POST', body })).text()).toContain('allow cookies');
  },
);

describe.each([
  ['to the login', '/login/security'],
  ['after a form', '/login'],
])('[D-157] [D-159] a redirect %s', (_, path) => {
  it('has the headers of a page', async () => {
    const account = await makeAccount(app);
    const visitor = new Visitor(app, { 'X-Forwarded-Proto': 'https' });
    await visitor.get('/login');
    const { status, headers } = path === '/login' ? await logIn(visitor, account) : await visitor.get(path);
    expect(status).toBe(303);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('strict-transport-security')).toBe('max-age=31536000');
    expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  });
});

describe('[D-23] failed logins', () => {
  it('are limited to ten per user and address; then even the right password is refused', async () => {
    const account = await makeAccount(app);
    const visitor = await visit(app);
    for (let attempt = 0; attempt < 10; attempt++) {
      expect((await logIn(visitor, account, { password: 'wrong' })).status).toBe(401);
    }
    const limited = await logIn(visitor, account);
    expect(limited.status).toBe(429);
    expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(limited.text).toContain('Too many attempts');
    expect((await logIn(await visit(app), account)).status).toBe(303);
    app.clock.forward(15 * MINUTES);
    expect((await logIn(visitor, account)).status).toBe(303);
  });

  it('do not count successful logins', async () => {
    const account = await makeAccount(app);
    const visitor = await visit(app);
    for (let attempt = 0; attempt < 12; attempt++) expect((await logIn(visitor, account)).status).toBe(303);
  });
});

describe('[D-148] two-factor', () => {
  it('asks an untrusted device for a code, and accepts each code once', async () => {
    const account = await makeAccount(app);
    const { secret } = await turnOnTwoFactor(app, account.client);
    const visitor = await visit(app);
    const asked = await visitor.follow(await logIn(visitor, account));
    expect(asked.text).toContain('Two-factor code');
    expect(await logins(account)).toEqual([]);
    const code = totpCode(app, secret);
    const page = await visitor.follow(await enterCode(visitor, code));
    expect(page.text).toContain('You are signed in');
    expect(await logins(account)).toHaveLength(1);
    const again = await visit(app);
    await again.follow(await logIn(again, account));
    expect((await enterCode(again, code)).status).toBe(401);
  });

  it('accepts a code as apps show it, in two groups', async () => {
    const account = await makeAccount(app);
    const { secret } = await turnOnTwoFactor(app, account.client);
    const visitor = await visit(app);
    await visitor.follow(await logIn(visitor, account));
    const code = totpCode(app, secret);
    expect((await enterCode(visitor, `${code.slice(0, 3)} ${code.slice(3)}`)).status).toBe(303);
  });

  it('[D-79] accepts the scratch code once', async () => {
    const account = await makeAccount(app);
    const { scratch } = await turnOnTwoFactor(app, account.client);
    const visitor = await visit(app);
    await visitor.follow(await logIn(visitor, account));
    expect((await enterCode(visitor, scratch)).status).toBe(303);
    const again = await visit(app);
    await again.follow(await logIn(again, account));
    expect((await enterCode(again, scratch)).status).toBe(401);
  });

  it('[D-23] ends the attempt after five wrong codes', async () => {
    const account = await makeAccount(app);
    const { secret } = await turnOnTwoFactor(app, account.client);
    const visitor = await visit(app);
    await visitor.follow(await logIn(visitor, account));
    for (let attempt = 0; attempt < 4; attempt++) {
      expect((await enterCode(visitor, '000000')).text).toContain('This code is wrong');
    }
    expect((await enterCode(visitor, '000000')).text).toContain('Sign in again');
    expect((await enterCode(visitor, totpCode(app, secret))).status).toBe(401);
    expect(await lastLogin(account)).toMatchObject({ status: 'failed' });
  });

  it('[D-23] is limited to ten wrong codes; then even the right code is refused', async () => {
    const account = await makeAccount(app);
    const { secret } = await turnOnTwoFactor(app, account.client);
    for (let attempt = 0; attempt < 2; attempt++) {
      const visitor = await visit(app);
      await visitor.follow(await logIn(visitor, account));
      for (let wrong = 0; wrong < 5; wrong++) await enterCode(visitor, '000000');
    }
    const visitor = await visit(app);
    await visitor.follow(await logIn(visitor, account));
    expect((await enterCode(visitor, totpCode(app, secret))).status).toBe(429);
    app.clock.forward(15 * MINUTES);
    const later = await visit(app);
    await later.follow(await logIn(later, account));
    expect((await enterCode(later, totpCode(app, secret))).status).toBe(303);
  });

  it('accepts the code for ten minutes', async () => {
    const account = await makeAccount(app);
    const { secret } = await turnOnTwoFactor(app, account.client);
    const visitor = await visit(app);
    await visitor.follow(await logIn(visitor, account));
    app.clock.forward(10 * MINUTES);
    expect((await enterCode(visitor, totpCode(app, secret))).text).toContain('Sign in again');
  });
});
