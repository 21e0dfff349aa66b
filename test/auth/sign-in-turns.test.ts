import { once } from 'node:events';
import { connect } from 'node:net';
import pg from 'pg';
import { startApp, type TestApp } from '../support/app.js';
import { done, makeAccount, type TestAccount } from '../support/makers.js';
import { authorizePath, makeOAuthClient } from '../support/oauth.js';
import { lockIsAwaited } from '../support/sql.js';
import { visit } from '../support/login.js';
import { Visitor } from '../support/visitor.js';

let app: TestApp;
let account: TestAccount;
beforeAll(async () => {
  app = await startApp({ MAX_SIGN_INS: '1/2', TRUSTED_PROXIES: '127.0.0.1' });
  account = await makeAccount(app);
});
afterAll(() => app.close());

describe('[D-211] pages of sign-in', () => {
  it('wait for their address’s turn for 2 seconds, and delay neither other addresses nor the API', async () => {
    const client = await makeOAuthClient(app, account);
    const blocker = new pg.Client(app.databaseUrl);
    await blocker.connect();
    await blocker.query('BEGIN; LOCK TABLE oauth_payloads IN ACCESS EXCLUSIVE MODE');
    const greedy = new Visitor(app, { 'X-Forwarded-For': '2001:db8:1:2::1' });
    const neighbour = new Visitor(app, { 'X-Forwarded-For': '2001:db8:1:2::2' });
    const slow = greedy.get(authorizePath(client));
    await lockIsAwaited(app);
    const second = await neighbour.get('/login');
    expect(second.status).toBe(429);
    expect(second.headers.get('retry-after')).toBe('2');
    expect((await visit(app)).csrfToken).not.toBe('');
    done(await account.client.get('/profile'));
    await blocker.query('ROLLBACK');
    await blocker.end();
    expect((await slow).status).toBe(303);
  });

  it('take no turn while their bodies come in', async () => {
    const sockets = Array.from({ length: 5 }, () => connect(Number(new URL(app.url).port), '127.0.0.1'));
    for (const socket of sockets) {
      socket.write('POST /login HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\nExpect: 100-continue\r\n\r\n');
      await once(socket, 'data');
      socket.write('step=');
    }
    expect((await new Visitor(app).get('/login')).status).toBe(200);
    for (const socket of sockets) socket.destroy();
  });
});

it('[D-151] a form has at most 64 KiB', async () => {
  const send = (bytes: number, path = '/login') =>
    fetch(app.url + path, { method: 'POST', body: new URLSearchParams({ a: 'x'.repeat(bytes - 2) }) });
  expect((await send(64 * 1024)).status).toBe(403);
  expect((await send(64 * 1024 + 1)).status).toBe(413);
  // RFC 6749, 5.2.
  const refused = await send(64 * 1024 + 1, '/oauth/token');
  expect([refused.status, await refused.json()]).toMatchObject([400, { error: 'invalid_request' }]);
});
