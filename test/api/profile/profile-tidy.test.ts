import { Jobs } from '../../../src/schedule/jobs.js';
import { startApp, type TestApp } from '../../support/app.js';
import { done, makeAccount } from '../../support/makers.js';
import { makeOAuthClient, makeOAuthToken } from '../../support/oauth-makers.js';
import { query } from '../../support/sql.js';
import { TextMessageReceiver } from '../../support/text-message-receiver.js';
import { enableTwoFactor, issueSecret } from '../../support/two-factor.js';

const TABLES = [
  'phone_codes',
  'two_factor_secrets',
  'trusted_devices',
  'authorized_apps',
  'tokens',
  'logins',
  'attempts',
];

let receiver: TextMessageReceiver;
let app: TestApp;
beforeEach(async () => {
  receiver = await TextMessageReceiver.start();
  app = await startApp({ SMS_WEBHOOK_URL: receiver.url });
});
afterEach(async () => {
  await app.close();
  await receiver.stop();
});

const JOBS = [
  'limits.attempts',
  'profile.apps',
  'profile.devices',
  'profile.logins',
  'profile.phone',
  'profile.tokens',
  'profile.twoFactor',
];

/** Runs the jobs one after the other. @returns how many rows each removed. */
async function tidy(): Promise<unknown[]> {
  const jobs = app.app.get(Jobs).all();
  const removed: unknown[] = [];
  for (const name of JOBS) removed.push(await jobs.find((job) => job.name === name)!.run());
  return removed;
}

async function counts(): Promise<unknown> {
  const selects = TABLES.map((table) => `(SELECT count(*)::integer FROM ${table}) AS ${table}`);
  return (await query(app, `SELECT ${selects.join(', ')}`))[0];
}

/** One thing of each kind that will have expired in two days, beside a token and a second factor that last. */
async function makeTraces(): Promise<void> {
  const lasting = await makeAccount(app);
  await enableTwoFactor(app, lasting.client);
  const { client, uid } = lasting;
  const inOneDay = new Date(app.clock.milliseconds() + 86_400_000).toISOString();
  done(await client.post('/profile/phone-number', { iso_code: 'US', phone_number: '5555555555' }));
  done(await client.post('/profile/tokens', { expiry: inOneDay }));
  await makeOAuthToken(app, lasting, { expiry: inOneDay });
  await issueSecret((await makeAccount(app)).client);
  await query(app, `UPDATE tokens SET expiry = $1 WHERE expiry IS NOT NULL`, [inOneDay]);
  await query(
    app,
    `INSERT INTO trusted_devices (account_id, user_id, token_hash, user_agent, created, expiry, last_authenticated, last_remote_addr)
     VALUES ((SELECT account_id FROM users WHERE id = $1), $1, '\\x01', 'UA', now(), $2, now(), '192.0.2.1')`,
    [uid, inOneDay],
  );
  await query(
    app,
    `INSERT INTO logins (account_id, user_id, datetime, username, restricted, ip, status)
     VALUES ((SELECT account_id FROM users WHERE id = $1), $1, now() - interval '89 days', 'then', false, '192.0.2.1', 'successful')`,
    [uid],
  );
}

it('[D-83] the job keeps a code whose message is sent again after a failure', async () => {
  const { client } = await makeAccount(app);
  const send = () => client.post('/profile/phone-number', { iso_code: 'US', phone_number: '5555555556' });
  receiver.status = 503;
  expect((await send()).status).toBe(503);
  receiver.status = 200;
  app.clock.forward(595);
  receiver.beforeAnswer = () => {
    app.clock.forward(6);
    return tidy();
  };
  done(await send());
  const otp_code = receiver.codeFor('+15555555556');
  done(await client.post('/profile/phone-number/verify', { otp_code }));
});

it('the job removes what has expired, and nothing else', async () => {
  await makeTraces();
  const before = await counts();
  expect(await tidy()).toEqual([0, 0, 0, 0, 0, 0, 0]);
  expect(await counts()).toEqual(before);
  app.clock.forward(2 * 86_400);
  // A login goes when it has been over age for a day.
  expect(await tidy()).toEqual([2, 1, 1, 0, 1, 1, 1]);
  app.clock.forward(86_400);
  expect(await tidy()).toEqual([0, 0, 0, 1, 0, 0, 0]);
  expect(await counts()).toEqual({
    phone_codes: 0,
    two_factor_secrets: 1,
    trusted_devices: 0,
    authorized_apps: 0,
    tokens: 2,
    logins: 0,
    attempts: 0,
  });
});

it('[D-89] the job removes the expired access tokens of an application that goes on', async () => {
  const account = await makeAccount(app);
  const clientId = await makeOAuthClient(account);
  const inOneDay = new Date(app.clock.milliseconds() + 86_400_000).toISOString();
  for (const expiry of [inOneDay, inOneDay, undefined])
    await makeOAuthToken(app, account, { clientId, expiry });
  const shown = async () => done(await account.client.get('/profile/apps')).data as unknown;
  const before = await counts();
  const shownBefore = await shown();
  app.clock.forward(2 * 86_400);
  expect(await tidy()).toEqual([0, 0, 0, 0, 0, 2, 0]);
  expect(await counts()).toEqual({ ...(before as object), tokens: 2 });
  expect(await shown()).toEqual(shownBefore);
});

it('the job runs on several replicas at once', async () => {
  await makeTraces();
  app.clock.forward(2 * 86_400);
  const all = (await Promise.all([tidy(), tidy(), tidy()])).flat() as number[];
  app.clock.forward(86_400);
  all.push(...((await Promise.all([tidy(), tidy(), tidy()])).flat() as number[]));
  expect(all.reduce((sum, removed) => sum + removed, 0)).toBe(8);
});
