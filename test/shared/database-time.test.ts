import { Jobs } from '../../src/schedule/jobs.js';
import { Schedule } from '../../src/schedule/schedule.js';
import { JobMetrics } from '../../src/shared/metrics/job-metrics.js';
import { Clock } from '../../src/shared/time/clock.js';
import { DatabaseTime } from '../../src/shared/time/database-time.js';
import { startApp, type TestApp } from '../support/app.js';
import { done, makeAccount, makeVpc } from '../support/makers.js';
import { authorize, makeOAuthClient, redeem, refresh } from '../support/oauth.js';
import { query } from '../support/sql.js';

const DAY_MS = 86_400_000;
const processTime = Date.now;

let app: TestApp;
let clock: Clock;
beforeAll(async () => {
  app = await startApp();
  clock = app.app.get(Clock);
  // These tests use the real clock, so they remove the clock of the tests.
  delete (clock as Partial<Clock>).milliseconds;
});
afterEach(async () => {
  Date.now = processTime;
  await app.app.get(DatabaseTime).measure();
});
afterAll(() => app.close());

/** Sets this process's clock, as an operator or a virtual machine does. */
const setProcessClock = (aheadMs: number) => void (Date.now = () => processTime() + aheadMs);

async function isReady(): Promise<boolean> {
  return (await fetch(`${app.url}/health/ready`)).ok;
}

async function runJobs(): Promise<void> {
  for (const job of app.app.get(Jobs).all()) if (job.name === 'events') await job.run();
}

describe('[D-222] the database’s clock decides', () => {
  it.each([100 * DAY_MS, -100 * DAY_MS, 11_000, -11_000])(
    'a process %d ms ahead is not ready until its clock agrees again',
    async (aheadMs) => {
      expect(await isReady()).toBe(true);
      setProcessClock(aheadMs);
      expect(await isReady()).toBe(false);
      setProcessClock(0);
      expect(await isReady()).toBe(true);
    },
  );

  it('a process less than 10 s off is ready', async () => {
    setProcessClock(9_000);
    expect(await isReady()).toBe(true);
  });

  it('a process 100 days ahead deletes no events and stores the right time', async () => {
    const { client } = await makeAccount(app);
    await makeVpc(client);
    setProcessClock(100 * DAY_MS);
    await makeVpc(client);
    await runJobs();
    const { data, results } = done(await client.get('/account/events'));
    expect(results).toBe(2);
    const [stored] = await query(app, `SELECT now() - $1::timestamptz < interval '1 minute' AS "isNow"`, [
      `${data[0].created}Z`,
    ]);
    expect(stored).toEqual({ isNow: true });
    // The first run deletes nothing. The test checks the time that the job takes for over age.
    const [marked] = await query(
      app,
      `SELECT next < now() - interval '89 days' AS "isRight" FROM partitioned_tables WHERE table_name = 'events'`,
    );
    expect(marked).toEqual({ isRight: true });
  });

  it('a process 100 days ahead ends no valid token', async () => {
    const { client } = await makeAccount(app);
    const expiry = new Date(processTime() + DAY_MS).toISOString().slice(0, 19);
    const { id } = done(await client.post('/profile/tokens', { label: 'a day', scopes: '*', expiry }));
    setProcessClock(100 * DAY_MS);
    expect((await client.get(`/profile/tokens/${id}`)).status).toBe(200);
  });

  it.each([100 * DAY_MS, -100 * DAY_MS])(
    'a process %d ms ahead takes the codes and refresh tokens of another one',
    async (aheadMs) => {
      const account = await makeAccount(app);
      const oauthClient = await makeOAuthClient(app, account);
      const code = await authorize(app, oauthClient, account.username);
      setProcessClock(aheadMs);
      const { refresh_token: token } = done(await redeem(app, oauthClient, code));
      setProcessClock(-aheadMs);
      expect((await refresh(app, oauthClient, token)).status).toBe(200);
    },
  );

  it('no job runs while the two clocks differ, whichever is wrong', () => {
    const metrics = app.app.get(JobMetrics);
    const begun: string[] = [];
    metrics.measure = (job) => {
      begun.push(job.name);
      return Promise.resolve(0);
    };
    clock.set(processTime() + 100 * DAY_MS, performance.now());
    app.app.get(Schedule).start();
    expect(begun).toEqual([]);
  });
});
