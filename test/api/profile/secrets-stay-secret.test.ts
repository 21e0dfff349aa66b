import { pino } from 'pino';
import { startApp, type TestApp } from '../../support/app.js';
import { Client, type Answer } from '../../support/client.js';
import { done, makeAccount } from '../../support/makers.js';
import { query } from '../../support/sql.js';
import { TextMessageReceiver } from '../../support/text-message-receiver.js';
import { enableTwoFactor, issueSecret, totpCode, wrongCode } from '../../support/two-factor.js';

const NUMBER = '+15555550100';
const ANSWER = 'canary-of-an-answer';

let receiver: TextMessageReceiver;
let app: TestApp;
let log = '';
beforeAll(async () => {
  receiver = await TextMessageReceiver.start();
  const logger = pino({ level: 'trace' }, { write: (line) => (log += line) });
  app = await startApp({ SMS_WEBHOOK_URL: receiver.url }, undefined, logger);
});
afterAll(async () => {
  await app.close();
  await receiver.stop();
});

/** Uses every secret of the profile, rightly and wrongly. */
async function useEverything(client: Client) {
  const failures: Answer[] = [];
  const { token, id } = done(await client.post('/profile/tokens', { label: 'canary' }));
  const own = new Client(app.url, token);
  failures.push(await own.post('/profile/tokens', { scopes: token }), await own.get(`/profile/apps/${id}`));

  const { secret, scratch } = await enableTwoFactor(app, own);
  const pending = await issueSecret(own);
  const codes = [totpCode(app, secret), wrongCode(app, pending)];
  failures.push(await own.post('/profile/tfa-enable-confirm', { tfa_code: codes[1] }));
  failures.push(await own.post('/profile/tfa-enable-confirm', { tfa_code: scratch }));

  const security_questions = [1, 2, 3].map((question_id) => ({ question_id, response: ANSWER }));
  done(await own.post('/profile/security-questions', { security_questions }));
  failures.push(
    await own.post('/profile/security-questions', { security_questions: security_questions.slice(1) }),
  );

  const body = { iso_code: 'US', phone_number: NUMBER };
  done(await own.post('/profile/phone-number', body));
  const code = receiver.codeFor(NUMBER);
  receiver.status = 500;
  failures.push(await own.post('/profile/phone-number', body));
  failures.push(await own.post('/profile/phone-number/verify', { otp_code: `${code}0` }));
  done(await own.post('/profile/phone-number/verify', { otp_code: code }));
  failures.push(await own.post('/profile/phone-number', { ...body, phone_number: 5 }));
  return { failures, texts: [token, secret, pending, scratch, ANSWER], codes: [...codes, code] };
}

/** Every row of every table, as text, bytes as they are. */
async function everyRow(): Promise<string> {
  const tables = await query(
    app,
    `SELECT relname FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`,
  );
  const rows = await Promise.all(tables.map(({ relname }) => query(app, `SELECT * FROM "${relname}"`)));
  const readable = (_: string, value: unknown) =>
    typeof value === 'object' && value !== null && 'data' in value
      ? Buffer.from(value.data as number[]).toString('latin1')
      : value;
  return JSON.stringify(rows, readable);
}

it('[D-49] no secret of the profile is in the log, in events, in errors or in lists, or stored in readable form', async () => {
  const { client, username } = await makeAccount(app);
  const { failures, texts, codes } = await useEverything(client);
  expect(failures.every(({ status }) => status >= 400)).toBe(true);
  expect(log).toContain('/v4/profile/tfa-enable-confirm');

  const lists = await Promise.all(
    ['tokens', 'apps', 'devices', 'logins', 'sshkeys'].map((list) => client.get(`/profile/${list}`)),
  );
  const others = [
    await client.get('/account/events'),
    await client.get(`/account/users/${username}`),
    await client.get('/profile'),
  ];
  const answers = JSON.stringify([...failures, ...lists, ...others].map(({ body }) => body));
  const stored = await everyRow();
  // What is looked through holds what it should.
  expect(log).toContain('The webhook answered 500.');
  expect(stored).toContain(NUMBER);
  for (const secret of texts) {
    expect(log).not.toContain(secret);
    expect(answers).not.toContain(secret);
    expect(stored).not.toContain(secret);
  }
  for (const code of codes) {
    const alone = new RegExp(`(?<![0-9a-zA-Z])${code}(?![0-9a-zA-Z])`);
    expect(log).not.toMatch(alone);
    expect(answers).not.toMatch(alone);
  }
});

it('[D-49] without SMS_WEBHOOK_URL on the embedded database the message goes to the log, marked as development only', async () => {
  let lines = '';
  const logger = pino({ level: 'info' }, { write: (line) => (lines += line) });
  const own = await startApp({}, app, logger);
  const { client } = await makeAccount(own);
  done(await client.post('/profile/phone-number', { iso_code: 'US', phone_number: '+15555550101' }));
  const line = lines.split('\n').find((text) => text.includes('+15555550101')) ?? '';
  expect(JSON.parse(line)).toMatchObject({
    development: true,
    msg: expect.stringContaining('DEVELOPMENT ONLY'),
  });
  const [code] = /\d{6}/.exec((JSON.parse(line) as { text: string }).text)!;
  done(await client.post('/profile/phone-number/verify', { otp_code: code }));
  await own.close();
});
