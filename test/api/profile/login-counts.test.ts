import { Jobs } from '../../../src/schedule/jobs.js';
import { startApp, type TestApp } from '../../support/app.js';
import { platform, type Client } from '../../support/client.js';
import { done, makeAccount } from '../../support/makers.js';
import { query } from '../../support/sql.js';

const DAYS = 90;
const HOUR = 3600;

let app: TestApp;
beforeEach(async () => (app = await startApp({ LOGIN_HISTORY_DAYS: `${DAYS}` })));
afterEach(() => app.close());

type Account = Awaited<ReturnType<typeof makeAccount>>;

/** A login of so many seconds before the app's present. */
async function login({ uid }: Account, secondsAgo: number, status = 'successful'): Promise<unknown> {
  const at = new Date(app.clock.milliseconds() - secondsAgo * 1000);
  const [row] = await query(
    app,
    `INSERT INTO logins (account_id, user_id, datetime, username, restricted, ip, status)
     VALUES ((SELECT account_id FROM users WHERE id = $1), $1, $2, 'user', false, '192.0.2.1', $3) RETURNING id`,
    [uid, at, status],
  );
  return row!.id;
}

/** What the list tells, which must be what it shows. */
async function listed(client: Client): Promise<number> {
  const { data, results } = done(await client.get('/profile/logins?page_size=500'));
  expect(data).toHaveLength(results);
  return results as number;
}

const countsOf = ({ uid }: Account) =>
  query(app, 'SELECT logins::integer FROM login_counts WHERE user_id = $1 ORDER BY hour', [uid]);

describe('[D-225] the number of logins is counted by the hour', () => {
  it('the list shows as many as there are, wherever the history begins within an hour', async () => {
    const account = await makeAccount(app);
    for (const seconds of [0, 1, HOUR, DAYS * 24 * HOUR - 60, DAYS * 24 * HOUR - HOUR - 60]) {
      await login(account, seconds);
    }
    expect(await listed(account.client)).toBe(5);
    for (let minutes = 0, before = 5; minutes < 130; minutes += 13) {
      app.clock.forward(13 * 60);
      const now = await listed(account.client);
      expect(now).toBeLessThanOrEqual(before);
      before = now;
    }
    expect(await listed(account.client)).toBe(3);
  });

  it('failed logins are not counted until they succeed', async () => {
    const account = await makeAccount(app);
    const id = await login(account, 60, 'failed');
    expect([await listed(account.client), await countsOf(account)]).toEqual([0, []]);
    await query(app, `UPDATE logins SET status = 'successful' WHERE id = $1`, [id]);
    expect([await listed(account.client), await countsOf(account)]).toEqual([1, [{ logins: 1 }]]);
    await query(app, `UPDATE logins SET ip = '192.0.2.2' WHERE id = $1`, [id]);
    expect([await listed(account.client), await countsOf(account)]).toEqual([1, [{ logins: 1 }]]);
  });

  it('deleted logins are taken off, and an account is deleted with its counts', async () => {
    const account = await makeAccount(app);
    for (let n = 0; n < 3; n++) await login(account, n);
    await query(app, `UPDATE logins SET datetime = '2000-01-01' WHERE user_id = $1 AND id % 2 = 1`, [
      account.uid,
    ]);
    const shown = await listed(account.client);
    await query(app, `SELECT tidy_partitions('logins', '2001-01-01', 500)`);
    expect(await listed(account.client)).toBe(shown);
    await query(app, 'DELETE FROM logins WHERE user_id = $1', [account.uid]);
    expect(await listed(account.client)).toBe(0);
    done(await platform(app).delete(`/accounts/${account.id}`));
    expect(await countsOf(account)).toEqual([]);
  });

  it('logins of before the counts are counted one by one', async () => {
    const account = await makeAccount(app);
    for (const hours of [5, 4, 3, 0]) await login(account, hours * HOUR);
    await query(app, `DELETE FROM login_counts WHERE hour < now() - interval '150 minutes'`);
    await query(
      app,
      `UPDATE login_count_starts SET start = date_trunc('hour', now(), 'UTC') - interval '1 hour'`,
    );
    expect(await listed(account.client)).toBe(4);
  });

  it('[D-226] counts go when the partition of their hours has gone, and no others', async () => {
    const run = async (name: string) =>
      app.app
        .get(Jobs)
        .all()
        .find((job) => job.name === name)!
        .run();
    await run('profile.logins');
    const account = await makeAccount(app);
    app.clock.forward(35 * 24 * HOUR);
    await login(account, 0);
    expect(await run('profile.loginCounts')).toBe(0);
    app.clock.forward((DAYS + 15) * 24 * HOUR);
    await login(account, 0);
    for (let day = 0; day < 3; day++) {
      await run('profile.logins');
      app.clock.forward(24 * HOUR);
    }
    await run('profile.logins');
    expect(await run('profile.loginCounts')).toBe(1);
    expect(await countsOf(account)).toEqual([{ logins: 1 }]);
    expect(await listed(account.client)).toBe(1);
  });
});
