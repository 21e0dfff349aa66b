import { setImmediate as nextTurn } from 'node:timers/promises';
import { CostlyWork } from '../../../src/shared/limits/costly-work.js';
import type { TurnTaker } from '../../../src/shared/limits/turns.js';
import { startApp, type TestApp } from '../../support/app.js';
import type { Client } from '../../support/client.js';
import { logIn, signIn, visit } from '../../support/login.js';
import { done, makeAccount, next, type TestAccount } from '../../support/makers.js';
import { enterPassword, PASSWORD } from '../../support/oauth.js';

let app: TestApp;
beforeAll(async () => (app = await startApp({ MAX_PASSWORD_HASHES: '1/2', TRUSTED_PROXIES: '127.0.0.1' })));
afterAll(() => app.close());

async function makeUser(client: Client): Promise<string> {
  const username = `user-${next()}`;
  done(await client.post('/account/users', { username, email: 'u@example.com' }));
  return username;
}

function change(client: Client, username: string, password: string) {
  return client.put(`/account/users/${username}`, { password });
}

/** Has all turns of this taker while `work` runs. */
async function whileBusy(taker: TurnTaker, work: () => Promise<void>): Promise<void> {
  const { passwordHashes } = app.app.get(CostlyWork);
  expect(passwordHashes.take(taker)).toBeUndefined();
  await work();
  passwordHashes.end(taker);
}

describe('[D-211] password hashes', () => {
  it('of one account wait for each other at most 2 s, and do not hold up another account', async () => {
    const [stormy, calm] = [await makeAccount(app), await makeAccount(app)];
    const [victim, other] = [await makeUser(stormy.client), await makeUser(calm.client)];
    // A fast machine hashes 300 passwords within the wait.
    await whileBusy(stormy.id, async () => {
      const storm = Promise.all(
        Array.from({ length: 300 }, (_, index) =>
          change(stormy.client, victim, `storm of passwords ${index}`),
        ),
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
    expect((await change(stormy.client, victim, 'a password in its turn')).status).toBe(200);
  });

  it('[D-23] that get no turn do not count as wrong passwords', async () => {
    const account = await makeAccount(app);
    const visitor = await signIn(app, account, '203.0.113.90');
    await visitor.get('/login/security');
    const submit = () =>
      visitor.submit('/login/security', {
        step: 'password',
        current: PASSWORD,
        password: 'a new good password',
      });
    await whileBusy(account.id, async () => {
      const answers = await Promise.all(Array.from({ length: 10 }, submit));
      expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(429));
    });
    await visitor.get('/login/security');
    expect((await submit()).status).not.toBe(429);
  });

  it('have their turn until they end', async () => {
    const { client, id } = await makeAccount(app);
    const username = await makeUser(client);
    const { passwordHashes } = app.app.get(CostlyWork);
    let running = true;
    const changed = change(client, username, 'a password that takes a while').finally(
      () => (running = false),
    );
    let waiting: Promise<void> | undefined;
    while (running && !waiting) {
      waiting = passwordHashes.take(id);
      if (!waiting) passwordHashes.end(id);
      await nextTurn();
    }
    expect(waiting).toBeDefined();
    await waiting;
    passwordHashes.end(id);
    expect((await changed).status).toBe(200);
  });
});

describe('[D-281] a login', () => {
  let account: TestAccount;
  const names = () => [account.username, 'nobody-here'];
  beforeAll(async () => (account = await makeAccount(app)));

  const attempt = async (address: string, username: string) => {
    const visitor = await visit(app, address);
    return (await enterPassword(visitor, '/login', username, { password: 'a wrong password' })).status;
  };

  it.each([
    ['203.0.113.5', '203.0.113.5'],
    ['2001:db8:1:2::/64', '2001:db8:1:2:3::4'],
  ])('waits for others of its block of addresses, known name or not: %s', (block, address) =>
    whileBusy(block, async () => {
      for (const name of names()) expect(await attempt(address, name)).toBe(429);
      for (const name of names()) expect(await attempt('203.0.113.6', name)).toBe(401);
    }),
  );

  it('does not wait for the account of its name', () =>
    whileBusy(account.id, async () => {
      for (const name of names()) expect(await attempt('203.0.113.7', name)).toBe(401);
      expect((await logIn(await visit(app, '203.0.113.7'), account)).status).toBe(303);
    }));
});
