import { setTimeout as delay } from 'node:timers/promises';
import { TwoFactor } from '../../src/access/two-factor/two-factor.service.js';
import { Database } from '../../src/database/database.js';
import { startApp, type TestApp } from '../support/app.js';
import { Client, platform, type Answer } from '../support/client.js';
import { done, makeAccount, makeToken, next, type TestAccount } from '../support/makers.js';
import { query } from '../support/sql.js';
import { TextMessageReceiver } from '../support/text-message-receiver.js';
import { enableTwoFactor, issueSecret, totpCode, wrongCode } from '../support/two-factor.js';

let receiver: TextMessageReceiver;
let app: TestApp;
beforeAll(async () => {
  receiver = await TextMessageReceiver.start();
  app = await startApp({ SMS_WEBHOOK_URL: receiver.url });
});
afterAll(async () => {
  await app.close();
  await receiver.stop();
});

const AT_ONCE = 10;

function atOnce<Result>(work: (index: number) => Promise<Result>): Promise<Result[]> {
  return Promise.all(Array.from({ length: AT_ONCE }, (_, index) => work(index)));
}

const withStatus = (answers: readonly Answer[], wanted: number) =>
  answers.filter(({ status }) => status === wanted).length;

function login({ uid }: TestAccount, typed: string): Promise<boolean> {
  const [database, twoFactor] = [app.app.get(Database), app.app.get(TwoFactor)];
  return database.transaction((tx) => twoFactor.acceptAtLogin(tx, uid, typed));
}

it('[D-78] of confirms with one code at once, one succeeds', async () => {
  const { client } = await makeAccount(app);
  const tfa_code = totpCode(app, await issueSecret(client));
  const answers = await atOnce(() => client.post('/profile/tfa-enable-confirm', { tfa_code }));
  expect(withStatus(answers, 200)).toBe(1);
  expect(withStatus(answers, 400)).toBe(AT_ONCE - 1);
});

it('[D-78] of logins with one code at once, one succeeds', async () => {
  const account = await makeAccount(app);
  const { secret } = await enableTwoFactor(app, account.client);
  const code = totpCode(app, secret, 1);
  expect((await atOnce(() => login(account, code))).filter(Boolean)).toHaveLength(1);
});

it('[D-79] of logins with the scratch code at once, one succeeds', async () => {
  const account = await makeAccount(app);
  const { scratch } = await enableTwoFactor(app, account.client);
  expect((await atOnce(() => login(account, scratch))).filter(Boolean)).toHaveLength(1);
});

it('[D-23] of twenty wrong codes at once, ten are judged', async () => {
  const { client } = await makeAccount(app);
  const tfa_code = wrongCode(app, await issueSecret(client));
  const answers = (
    await atOnce(async () => [
      await client.post('/profile/tfa-enable-confirm', { tfa_code }),
      await client.post('/profile/tfa-enable-confirm', { tfa_code }),
    ])
  ).flat();
  expect(withStatus(answers, 400)).toBe(10);
  expect(withStatus(answers, 429)).toBe(10);
});

it('[D-83] sends at once carry the same code', async () => {
  const { client } = await makeAccount(app);
  const body = { iso_code: 'US', phone_number: '5556660001' };
  const answers = await atOnce(() => client.post('/profile/phone-number', body));
  expect(withStatus(answers, 200)).toBe(AT_ONCE);
  expect(new Set(receiver.to('+15556660001').map(({ text }) => text)).size).toBe(1);
});

it('[D-83] a code that is sent while the message to another number is under way works', async () => {
  const { client } = await makeAccount(app);
  const [mistyped, number] = ['+15556660011', '+15556660012'];
  const send = (phone_number: string) =>
    client.post('/profile/phone-number', { iso_code: 'US', phone_number });
  const received = async (to: string) => {
    while (receiver.to(to).length === 0) await delay(5);
  };
  const secondArrives = received(number);
  receiver.beforeAnswer = (to) => (to === mistyped ? secondArrives : first);
  const first = send(mistyped);
  await received(mistyped);
  for (const answer of await Promise.all([first, send(number)])) done(answer);
  receiver.beforeAnswer = async () => undefined;
  done(await client.post('/profile/phone-number/verify', { otp_code: receiver.codeFor(number) }));
  expect((await client.get('/profile')).body.verified_phone_number).toBe(number);
});

it('[D-83] a code that is sent while another is sent again works', async () => {
  const { client } = await makeAccount(app);
  const [first, second] = ['+15555550121', '+15555550122'];
  const send = (phone_number: string) =>
    client.post('/profile/phone-number', { iso_code: 'US', phone_number });
  done(await send(first));
  receiver.beforeAnswer = async (to) => {
    if (to === first) done(await send(second));
  };
  done(await send(first));
  receiver.beforeAnswer = async () => undefined;
  const verification = { otp_code: receiver.codeFor(second) };
  expect((await client.post('/profile/phone-number/verify', verification)).status).toBe(200);
});

it('[D-83] of verifications with one code at once, one succeeds', async () => {
  const { client, uid } = await makeAccount(app);
  done(await client.post('/profile/phone-number', { iso_code: 'US', phone_number: '5556660002' }));
  const otp_code = receiver.codeFor('+15556660002');
  const answers = await atOnce(() => client.post('/profile/phone-number/verify', { otp_code }));
  expect(withStatus(answers, 200)).toBe(1);
  expect(await query(app, 'SELECT action FROM events WHERE user_id = $1', [uid])).toHaveLength(1);
});

it('[D-83] of wrong tries at once, five void the code', async () => {
  const { client } = await makeAccount(app);
  done(await client.post('/profile/phone-number', { iso_code: 'US', phone_number: '5556660003' }));
  const code = receiver.codeFor('+15556660003');
  const otp_code = code === '000000' ? '111111' : '000000';
  await atOnce(() => client.post('/profile/phone-number/verify', { otp_code }));
  expect((await client.post('/profile/phone-number/verify', { otp_code: code })).status).toBe(400);
});

it('[D-68] of all unrestricted users who restrict themselves at once, one stays', async () => {
  const account = await makeAccount(app);
  const clients = await atOnce(async () => {
    const username = `peer-${next()}`;
    const user = { username, email: 'peer@example.com', restricted: false };
    done(await platform(app).post(`/accounts/${account.id}/users`, user));
    return makeToken(app, username, '*');
  });
  const answers = await Promise.all(
    [account.client, ...clients].map((client) => client.put('/profile', { restricted: true })),
  );
  expect(withStatus(answers, 200)).toBe(AT_ONCE);
  expect(withStatus(answers, 400)).toBe(1);
  const left = await query(app, 'SELECT id FROM users WHERE account_id = $1 AND NOT restricted', [
    account.id,
  ]);
  expect(left).toHaveLength(1);
});

it('[Profile rule 5] answers given at once leave one set', async () => {
  const { client } = await makeAccount(app);
  const sets = await atOnce((index) =>
    client.post('/profile/security-questions', {
      security_questions: [0, 1, 2].map((n) => ({
        question_id: ((index + n) % 19) + 1,
        response: `set ${index}`,
      })),
    }),
  );
  expect(withStatus(sets, 200)).toBe(AT_ONCE);
  const { security_questions } = done(await client.get('/profile/security-questions'));
  const responses = security_questions
    .map(({ response }: { response: string | null }) => response)
    .filter(Boolean);
  expect(responses).toHaveLength(3);
  expect(new Set(responses).size).toBe(1);
});

it('[D-86] first preferences at once leave one of them', async () => {
  const { client } = await makeAccount(app);
  const answers = await atOnce((index) => client.put('/profile/preferences', { index }));
  expect(withStatus(answers, 200)).toBe(AT_ONCE);
  expect((await client.get('/profile/preferences')).body).toEqual({ index: expect.any(Number) });
});

it('[Profile rule 9] a token that is revoked many times at once is revoked once', async () => {
  const { client } = await makeAccount(app);
  const { id, token } = done(await client.post('/profile/tokens'));
  const answers = await atOnce(() => client.delete(`/profile/tokens/${id}`));
  expect(withStatus(answers, 200)).toBe(1);
  expect(withStatus(answers, 404)).toBe(AT_ONCE - 1);
  expect((await new Client(app.url, token).get('/profile')).status).toBe(401);
});

it('what a user does while they are deleted is never an error of the service', async () => {
  const account = await makeAccount(app);
  const username = `leaving-${next()}`;
  const user = { username, email: 'leaving@example.com', restricted: false };
  done(await platform(app).post(`/accounts/${account.id}/users`, user));
  const client = await makeToken(app, username, '*');
  const key = { ssh_key: 'ssh-rsa AAAA' };
  const writes = atOnce(async () => [
    await client.post('/profile/sshkeys', key),
    await client.put('/profile/preferences', {}),
    await client.post('/profile/tokens'),
    await client.put('/profile', {}),
    await client.post('/profile/phone-number', { iso_code: 'US', phone_number: '5556660004' }),
  ]);
  const deleted = await platform(app).delete(`/users/${username}`);
  expect(deleted.status).toBe(200);
  const statuses = new Set((await writes).flat().map(({ status }) => status));
  for (const status of statuses) expect([200, 401, 404, 429]).toContain(status);
  expect((await client.get('/profile')).status).toBe(401);
});
