import { startApp, type TestApp } from '../support/app.js';
import { done, makeAccount, next } from '../support/makers.js';
import { query } from '../support/sql.js';
import { refusal, type Answer } from '../support/client.js';

let app: TestApp;
beforeAll(async () => (app = await startApp()));
afterAll(() => app.close());

const DAY_SECONDS = 24 * 3600;
const VPC = { label: 'net', region: 'us-east' };

function keyed(key = `key-${next()}`) {
  return { 'Idempotency-Key': key };
}

function isReplayed({ headers }: Answer): boolean {
  return headers.get('idempotency-replayed') === 'true';
}

describe('the size of kept answers', () => {
  /** Fills the user's limit of this day. */
  async function exhaust(uid: number): Promise<void> {
    const now = app.clock.milliseconds();
    await query(
      app,
      `INSERT INTO kept_answer_counts (account_id, user_id, window_start, kib) VALUES ((SELECT account_id FROM users WHERE id = $1), $1, $2, 65536)
       ON CONFLICT (user_id) DO UPDATE SET window_start = $2, kib = 65536`,
      [uid, new Date(now - (now % (DAY_SECONDS * 1000)))],
    );
  }

  it('[D-230] has a limit per user and day', async () => {
    const account = await makeAccount(app);
    done(await account.client.post('/vpcs', VPC, keyed()));
    const key = keyed();
    done(await account.client.post('/vpcs', VPC, key));
    await exhaust(account.uid);
    expect(isReplayed(await account.client.post('/vpcs', VPC, key))).toBe(true);
    expect(await account.client.post('/vpcs', VPC, keyed())).toMatchObject({
      status: 429,
      body: refusal('Idempotency-Key', 'Too many answers are kept under Idempotency-Keys.'),
    });
    expect(done(await account.client.get('/vpcs')).results).toBe(2);
    done(await account.client.post('/vpcs', VPC));
  });

  it('[D-278] has a code of its own at the limit, with the time to the second until the next day', async () => {
    const account = await makeAccount(app);
    const secondsLeft = () => DAY_SECONDS - (Math.floor(app.clock.milliseconds() / 1000) % DAY_SECONDS);
    app.clock.forward(secondsLeft() - 600);
    await exhaust(account.uid);
    const ask = () => account.client.post('/vpcs', VPC, { ...keyed(), Accept: 'application/problem+json' });
    const { status, body, headers } = await ask();
    expect({ status, code: body.errors[0].code, in: body.errors[0].in }).toEqual({
      status: 429,
      code: 'idempotency_keys_exhausted',
      in: 'header',
    });
    const wait = Number(headers.get('retry-after'));
    app.clock.forward(wait - 1);
    expect((await ask()).headers.get('retry-after')).toBe('1');
    app.clock.forward(1);
    done(await ask());
    expect(wait).toBeGreaterThan(598);
    expect(wait).toBeLessThanOrEqual(600);
  });

  it('[D-278] counts each large answer once, by its own size', async () => {
    const account = await makeAccount(app);
    for (let n = 0; n < 4; n++)
      done(await account.client.put('/profile/preferences', { text: 'x'.repeat(60_000) }, keyed()));
    const rows = await query(app, 'SELECT kib FROM kept_answer_counts WHERE user_id = $1', [account.uid]);
    expect(rows).toEqual([{ kib: 4 * 59 }]);
  });

  it('[D-230] counts kept answers', async () => {
    const account = await makeAccount(app);
    for (let n = 0; n < 400; n++) await account.client.put('/profile/preferences', {}, keyed());
    const rows = await query(app, 'SELECT kib FROM kept_answer_counts WHERE user_id = $1', [account.uid]);
    // Each answer is 1 KiB. The sample leaves these bounds once in some million runs.
    expect(rows[0]!.kib).toBeGreaterThan(64);
    expect(rows[0]!.kib).toBeLessThan(1000);
  });
});
