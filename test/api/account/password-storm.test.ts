import { CostlyWork } from '../../../src/shared/limits/costly-work.js';
import { startApp, type TestApp } from '../../support/app.js';
import type { Client } from '../../support/client.js';
import { logIn, visit } from '../../support/login.js';
import { done, makeAccount, next } from '../../support/makers.js';
import { enterPassword } from '../../support/oauth.js';

let app: TestApp;
beforeAll(async () => (app = await startApp({ MAX_PASSWORD_HASHES: '1/2', TRUSTED_PROXIES: '127.0.0.1' })));
afterAll(() => app.close());

async function makeUser(client: Client): Promise<string> {
  const username = `user-${next()}`;
  done(await client.post('/account/users', { username, email: 'u@example.com' }));
  return username;
}

describe('[D-211] password hashes', () => {
  it('of one account wait for each other at most 2 s, and do not hold up another account', async () => {
    const [stormy, calm] = [await makeAccount(app), await makeAccount(app)];
    const [victim, other] = [await makeUser(stormy.client), await makeUser(calm.client)];
    const change = (client: Client, username: string, password: string) =>
      client.put(`/account/users/${username}`, { password });
    const storm = Promise.all(
      Array.from({ length: 300 }, (_, index) => change(stormy.client, victim, `storm of passwords ${index}`)),
    );
    expect((await change(calm.client, other, 'the calm one changes')).status).toBe(200);
    const answers = await storm;
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused.length).toBeGreaterThan(0);
    const late = refused.filter(({ status }) => status === 429);
    expect(late.length).toBeGreaterThan(0);
    expect(Number(late[0]!.headers.get('retry-after'))).toBeGreaterThan(0);
    // Changes of one user conflict; a busy machine gives up on some after its tries.
    expect(refused.filter(({ status }) => status !== 429 && status !== 503)).toEqual([]);
  });

  it('of unknown names wait for those of their address', async () => {
    const account = await makeAccount(app);
    const [busy, other] = [await visit(app, '203.0.113.5'), await visit(app, '203.0.113.6')];
    const { passwordHashes } = app.app.get(CostlyWork);
    let end = () => {};
    const turn = passwordHashes.run('203.0.113.5', () => new Promise<void>((resolve) => (end = resolve)));
    expect((await enterPassword(busy, '/login', 'nobody-here')).status).toBe(429);
    await busy.get('/login');
    expect((await enterPassword(other, '/login', 'nobody-here')).status).toBe(401);
    expect((await logIn(busy, account)).status).toBe(303);
    end();
    await turn;
    await busy.get('/logout');
    await busy.submit('/logout', {});
    await busy.get('/login');
    expect((await enterPassword(busy, '/login', 'nobody-here')).status).toBe(401);
  });
});
