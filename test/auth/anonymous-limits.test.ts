import pg from 'pg';
import { Jobs } from '../../src/schedule/jobs.js';
import { startApp, type TestApp } from '../support/app.js';
import { Client } from '../support/client.js';
import { makeAccount, type TestAccount } from '../support/makers.js';
import { answer, ask, authorizePath, enterPassword, makeOAuthClient, postForm } from '../support/oauth.js';
import { lockIsAwaited, query } from '../support/sql.js';
import { Visitor } from '../support/visitor.js';
import { visit } from '../support/login.js';

const LIMIT = 12;
let app: TestApp;
let account: TestAccount;
beforeAll(async () => {
  app = await startApp({ TRUSTED_PROXIES: '127.0.0.1' });
  account = await makeAccount(app);
});
afterAll(() => app.close());

function tidyCounts() {
  const jobs = app.app.get(Jobs).all();
  return jobs.find(({ name }) => name === 'limits.rate')!.run();
}

async function storedBytes(): Promise<number[]> {
  const rows = await query(
    app,
    `SELECT pg_column_size(payload) AS bytes FROM oauth_payloads WHERE kind = 'Interaction'`,
  );
  return rows.map(({ bytes }) => Number(bytes));
}

describe('[D-212] what an authorization request stores', () => {
  it.each([
    ['the longest state', { state: 'x'.repeat(1024) }],
    ['a state of 700 characters with two bytes each', { state: 'é'.repeat(700) }],
    [
      'unknown parameters',
      { nonce: 'x'.repeat(3000), claims: 'y'.repeat(3000), ui_locales: 'de '.repeat(900) },
    ],
    ['a long list of scopes', { scope: 'vpc:read_only,'.repeat(500) + 'domains:read_only' }],
    ['a long list of scopes, spelt scopes', { scope: '', scopes: 'vpc:read_only,'.repeat(500) + 'vpc:*' }],
  ])('is at most 2 KiB: %s', async (_name, extra) => {
    await query(app, 'DELETE FROM oauth_payloads');
    const redirectUri = `https://app.example.com/${'c'.repeat(2000)}`;
    const client = await makeOAuthClient(app, account, { redirectUri });
    const path = authorizePath(client, { redirect_uri: redirectUri, ...extra });
    const visitor = new Visitor(app);
    const { at, page } = await ask(visitor, path);
    expect(page.status).toBe(200);
    expect(Math.max(...(await storedBytes()))).toBeLessThanOrEqual(2048);
    await visitor.follow(await enterPassword(visitor, at, account.username));
    expect((await answer(visitor, at, 'allow')).href.startsWith(`${redirectUri}?`)).toBe(true);
  });

  it.each([
    ['of 1,025 characters', 'x'.repeat(1025)],
    ['with a NUL character', 'a\0b'],
  ])('refuses a state %s', async (_name, state) => {
    const client = await makeOAuthClient(app, account);
    const { status, location } = await new Visitor(app).get(authorizePath(client, { state }));
    expect(status).toBe(303);
    expect(new URL(location).searchParams.get('error')).toBe('invalid_request');
  });

  it('refuses a request that is too long for other reasons', async () => {
    const client = await makeOAuthClient(app, account, {
      redirectUri: `http://localhost/${'c'.repeat(2000)}`,
    });
    const path = authorizePath(client, { redirect_uri: `http://localhost:5/${'c'.repeat(2000)}` });
    expect(new URL((await new Visitor(app).get(path)).location).searchParams.get('error')).toBe(
      'invalid_request',
    );
  });

  it('ends after ten minutes unless the user begins to sign in', async () => {
    const client = await makeOAuthClient(app, account);
    const idle = new Visitor(app);
    const busy = new Visitor(app);
    const [idleAt, busyAt] = [
      (await ask(idle, authorizePath(client))).at,
      (await ask(busy, authorizePath(client))).at,
    ];
    await busy.follow(await enterPassword(busy, busyAt, account.username));
    app.clock.forward(601);
    expect((await idle.get(idleAt)).text).toContain('This page has expired');
    expect((await busy.get(busyAt)).text).toContain('It will be able to');
    app.clock.forward(2000);
    expect((await answer(busy, busyAt, 'allow')).searchParams.has('code')).toBe(true);
  });
});

describe('[D-212] requests without a valid credential', () => {
  let limited: TestApp;
  beforeAll(async () => {
    limited = await startApp({ TRUSTED_PROXIES: '127.0.0.1', SIGNIN_RATE_LIMIT: String(LIMIT) }, app);
  });
  afterAll(() => limited.close());
  beforeEach(() => app.clock.forward(301));

  const statuses = async (send: (index: number) => Promise<{ status: number }>) => {
    const all = [];
    for (let index = 0; index <= LIMIT; index++) all.push((await send(index)).status);
    return all;
  };
  const allButLast = (status: number) => [...Array<number>(LIMIT).fill(status), 429];
  const from = (address: string) => new Visitor(limited, { 'X-Forwarded-For': address });

  it.each([
    ['/login', 200],
    ['/oauth/authorize', 400],
    ['/oauth/authorize/nothing', 400],
    ['/login/nothing', 400],
  ])('are limited by address: GET %s', async (path, status) => {
    expect(await statuses(() => from('203.0.113.7').get(path))).toEqual(allButLast(status));
    const refused = await from('203.0.113.7').get(path);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await from('203.0.113.8').get(path)).status).toBe(status);
    app.clock.forward(300);
    expect((await from('203.0.113.7').get(path)).status).toBe(status);
  });

  it('are limited over all replicas', async () => {
    const second = await startApp({ SIGNIN_RATE_LIMIT: String(LIMIT) }, app);
    const replica = (index: number) => (index % 2 ? limited : second);
    expect(await statuses((index) => new Visitor(replica(index)).get('/login'))).toEqual(allButLast(200));
    await second.close();
  });

  it.each([1, 120, 121, 299])(
    '[D-282] are limited until the window ends, though counts are tidied meanwhile: %i s',
    async (seconds) => {
      // The beginning of a window.
      app.clock.forward(300 - (Math.floor(app.clock.milliseconds() / 1000) % 300));
      await statuses(() => from('203.0.113.9').get('/login'));
      app.clock.forward(seconds);
      await tidyCounts();
      // Another process does not remember what the first one has refused.
      const settings = { TRUSTED_PROXIES: '127.0.0.1', SIGNIN_RATE_LIMIT: String(LIMIT) };
      const second = await startApp(settings, app);
      const again = await new Visitor(second, { 'X-Forwarded-For': '203.0.113.9' }).get('/login');
      await second.close();
      expect(again.status).toBe(429);
      app.clock.forward(300 - seconds);
      expect(await tidyCounts()).toBeGreaterThan(0);
      expect((await from('203.0.113.9').get('/login')).status).toBe(200);
    },
  );

  it('[D-282] that a refusal of the last window exceeded are not limited in the new one', async () => {
    for (let index = 0; index < LIMIT; index++) await from('203.0.113.10').get('/login');
    const holder = new pg.Client(app.databaseUrl);
    await holder.connect();
    await holder.query('BEGIN; SELECT FROM request_counts FOR UPDATE');
    const late = from('203.0.113.10').get('/login');
    await lockIsAwaited(app);
    app.clock.forward(301);
    expect((await from('203.0.113.12').get('/login')).status).toBe(200);
    await holder.query('COMMIT');
    await holder.end();
    expect((await late).status).toBe(429);
    expect((await from('203.0.113.10').get('/login')).status).toBe(200);
  });

  it('[D-282] one run of the job deletes the counts of all past windows', async () => {
    await query(
      app,
      `INSERT INTO request_counts (subject, window_start, window_end, requests)
       SELECT int8send(n), '2020-01-01', '2020-01-02', 1 FROM generate_series(1, 10001) n`,
    );
    expect(await tidyCounts()).toBeGreaterThanOrEqual(10_001);
    const [left] = await query(app, `SELECT count(*) FROM request_counts WHERE window_end < '2021-01-01'`);
    expect(Number(left!.count)).toBe(0);
  });

  it('are limited by /64 of an IPv6 address', async () => {
    expect(await statuses((index) => from(`2001:db8:1:2:${index}::1`).get('/login'))).toEqual(
      allButLast(200),
    );
    expect((await from('2001:db8:1:3::1').get('/login')).status).toBe(200);
  });

  it.each(['/oauth/token', '/oauth/revoke'] as const)('are limited at POST %s', async (path) => {
    const nobody = { id: '0'.repeat(20), secret: 'x', redirectUri: '' };
    expect(await statuses(() => postForm(limited, path, nobody, { code: 'x', token: 'x' }))).toEqual(
      allButLast(401),
    );
  });

  it.each(['GET', 'PUT'])(
    'are limited when the API refuses a token, which does not stop valid ones: %s',
    async (method) => {
      const guess = (token: string) =>
        fetch(`${limited.url}/v4/profile`, { method, headers: { Authorization: `Bearer ${token}` } });
      expect(await statuses(() => guess('0'.repeat(64)))).toEqual(allButLast(401));
      const own = new Client(limited.url, account.client.token ?? '');
      expect((await own.get('/profile')).status).toBe(200);
      expect((await fetch(`${limited.url}/v4/profile`)).status).toBe(401);
    },
  );

  it('are limited when the Platform API refuses a token', async () => {
    const guess = () =>
      fetch(`${limited.url}/platform/v1/accounts`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${'0'.repeat(40)}` },
      });
    expect(await statuses(guess)).toEqual(allButLast(401));
  });

  it('are not limited when the limit is 0', async () => {
    const visitor = await visit(app, '203.0.113.9');
    for (let index = 0; index <= LIMIT; index++) expect((await visitor.get('/login')).status).toBe(200);
  });
});
