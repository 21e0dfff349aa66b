import { startApp, type TestApp } from '../support/app.js';
import { done, makeAccount, next } from '../support/makers.js';
import { query } from '../support/sql.js';
import type { Answer } from '../support/client.js';

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

describe('how much is kept', () => {
  it('[D-230] what one user keeps in a day is bounded', async () => {
    const account = await makeAccount(app);
    done(await account.client.post('/vpcs', VPC, keyed()));
    const key = keyed();
    done(await account.client.post('/vpcs', VPC, key));
    await query(
      app,
      `INSERT INTO kept_answer_counts (user_id, window_start, kib) VALUES ($1, $2, 65536)
       ON CONFLICT (user_id) DO UPDATE SET kib = 65536`,
      [account.uid, new Date(app.clock.milliseconds() - (app.clock.milliseconds() % (DAY_SECONDS * 1000)))],
    );
    expect(isReplayed(await account.client.post('/vpcs', VPC, key))).toBe(true);
    const refused = await account.client.post('/vpcs', VPC, keyed());
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '3600']);
    expect(done(await account.client.get('/vpcs')).results).toBe(2);
    app.clock.forward(DAY_SECONDS);
    done(await account.client.post('/vpcs', VPC, keyed()));
  });

  it('[D-230] what is kept is counted', async () => {
    const account = await makeAccount(app);
    for (let n = 0; n < 400; n++) await account.client.put('/profile/preferences', {}, keyed());
    const rows = await query(app, 'SELECT kib FROM kept_answer_counts WHERE user_id = $1', [account.uid]);
    // Each is 1 KiB. Chance leaves these bounds once in some million runs.
    expect(rows[0]!.kib).toBeGreaterThan(64);
    expect(rows[0]!.kib).toBeLessThan(1000);
  });
});
