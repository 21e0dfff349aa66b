import { randomBytes } from 'node:crypto';
import { startApp, type TestApp } from '../support/app.js';
import { NOT_FOUND } from '../support/client.js';
import { makeUpload, send } from '../support/images.js';
import { enterCode, logIn, visit } from '../support/login.js';
import { makeAccount, next, type TestAccount } from '../support/makers.js';
import { enterPassword, makeOAuthClient, postForm } from '../support/oauth.js';
import { query } from '../support/sql.js';
import { TextMessageReceiver } from '../support/text-message-receiver.js';
import { issueSecret, totpCode, turnOnTwoFactor, wrongCode } from '../support/two-factor.js';
import { Visitor } from '../support/visitor.js';

const BURST = 64;

/** Two replicas that trust no proxy, and one behind a trusted one: all on one database. */
let replicas: [TestApp, TestApp];
let proxied: TestApp;
let receiver: TextMessageReceiver;
beforeAll(async () => {
  receiver = await TextMessageReceiver.start();
  // The limit on attempts is tested here, not the turns of D-211.
  const turns = { MAX_PASSWORD_HASHES: '64/128', MAX_SIGN_INS: '128/256' };
  const env = { SMS_WEBHOOK_URL: receiver.url, ...turns };
  const first = await startApp(env);
  replicas = [first, await startApp(env, first)];
  proxied = await startApp({ ...env, TRUSTED_PROXIES: '127.0.0.1' }, first);
});
afterAll(async () => {
  await proxied.close();
  await replicas[1].close();
  await replicas[0].close();
  await receiver.stop();
});
// The limit by address would else count the tests before.
beforeEach(() => replicas[0].clock.forward(3601));

/** How many of the attempts, made at once, were answered with each status. */
async function burst(attempt: (index: number) => Promise<{ status: number }>, count = BURST) {
  const answers = await Promise.all(Array.from({ length: count }, (_, index) => attempt(index)));
  const statuses: Record<number, number> = {};
  for (const { status } of answers) statuses[status] = (statuses[status] ?? 0) + 1;
  return statuses;
}

const replica = (index: number) => replicas[index % 2]!;

/** A browser that has the login page, of a replica that trusts no proxy. */
async function visitor(app: TestApp, headers: Record<string, string> = {}): Promise<Visitor> {
  const made = new Visitor(app, headers);
  await made.get('/login');
  return made;
}

const inCase = (name: string, index: number) => (index % 2 ? name.toUpperCase() : name);

describe('[D-23] passwords, 64 at once', () => {
  it('ten per user and address are looked at, whatever the case, the replica, and the address that is claimed', async () => {
    const { username } = await makeAccount(replicas[0]);
    const forged = (index: number) => ({
      'X-Forwarded-For': `203.0.113.${index}`,
      Forwarded: `for=203.0.113.${index}`,
    });
    const visitors = await Promise.all(
      Array.from({ length: BURST }, (_, index) => visitor(replica(index), forged(index))),
    );
    const guess = (index: number) =>
      enterPassword(visitors[index]!, '/login', inCase(username, index), { password: `wrong ${index}` });
    expect(await burst(guess)).toEqual({ 401: 10, 429: 54 });
    expect((await enterPassword(visitors[0]!, '/login', username)).status).toBe(429);
  });

  it.each([
    (name: string) => ` ${name}`,
    (name: string) => `${name}\u200b`,
    (name: string) => name.replace('s', '\u017f'),
    (name: string) => name.replace('u', '\uff55'),
    (name: string) => `${name}\0`,
  ])('no other spelling of a name is that name: %s', async (spell) => {
    const { username } = await makeAccount(replicas[0]);
    expect((await enterPassword(await visitor(replicas[0]), '/login', spell(username))).status).toBe(401);
  });

  it('fifty per user from everywhere', async () => {
    const { username } = await makeAccount(replicas[0]);
    const visitors = await Promise.all(
      Array.from({ length: BURST }, () => visit(proxied, `2001:db8::${next().toString(16)}`)),
    );
    const guess = (index: number) =>
      enterPassword(visitors[index]!, '/login', username, { password: 'wrong' });
    expect(await burst(guess)).toEqual({ 401: 50, 429: 14 });
  });

  it('a hundred per address, of names that there are and names that there are not', async () => {
    const { username } = await makeAccount(replicas[0]);
    const visitors = [await visitor(replicas[0]), await visitor(replicas[1])];
    const guess = (index: number) =>
      enterPassword(visitors[index % 2]!, '/login', index < 8 ? username : `nobody-${index}`, {
        password: 'wrong',
      });
    expect(await burst(guess, 128)).toEqual({ 401: 100, 429: 28 });
  });
});

/** Browsers whose password was right and whose code is due. */
async function pending(account: TestAccount, count: number): Promise<Visitor[]> {
  const visitors = [];
  for (let index = 0; index < count; index++) {
    const one = await visitor(replica(index));
    await one.follow(await logIn(one, account));
    visitors.push(one);
  }
  return visitors;
}

async function wrongCodesOf({ uid }: TestAccount, kind: string): Promise<number> {
  const rows = await query(
    replicas[0],
    `SELECT count(*)::integer AS count FROM attempts
      WHERE kind = $1 AND subject = sha256(convert_to($2, 'UTF8')) AND attempted > $3`,
    [kind, `[${uid}]`, new Date(replicas[0].clock.milliseconds() - 900_000)],
  );
  return rows[0]!.count as number;
}

describe('[D-23] second factors, 64 at once', () => {
  it.each([
    ['codes', (app: TestApp, secret: string) => wrongCode(app, secret)],
    ['scratch codes', () => 'aaaa-bbbb-cccc-dddd'],
  ])(
    'ten wrong %s per user are looked at, over all their logins, the right one included',
    async (_, wrong) => {
      const account = await makeAccount(replicas[0]);
      const { secret, scratch } = await turnOnTwoFactor(replicas[0], account.client);
      const visitors = await pending(account, 8);
      const guess = (index: number) => enterCode(visitors[index % 8]!, wrong(replicas[0], secret));
      expect(await burst(guess)).toMatchObject({ 429: expect.any(Number) });
      expect(await wrongCodesOf(account, 'wrong code at login by user')).toBe(10);
      const [last] = await pending(account, 1);
      expect((await enterCode(last!, totpCode(replicas[0], secret))).status).toBe(429);
      expect((await enterCode(last!, scratch)).status).toBe(429);
    },
  );

  it.each(['a code', 'the scratch code'])('%s that is right lets in one of 64', async (which) => {
    const account = await makeAccount(replicas[0]);
    const { secret, scratch } = await turnOnTwoFactor(replicas[0], account.client);
    const visitors = await pending(account, 8);
    const right = which === 'a code' ? totpCode(replicas[0], secret) : scratch;
    const answers = await burst((index) => enterCode(visitors[index % 8]!, right));
    expect(answers[303]).toBe(1);
  });

  it('ten wrong codes per user are looked at when it is turned on, the right one included', async () => {
    const { client, uid, username, id } = await makeAccount(replicas[0]);
    const secret = await issueSecret(client);
    const tfa_code = wrongCode(replicas[0], secret);
    const guess = () => client.post('/profile/tfa-enable-confirm', { tfa_code });
    expect(await burst(guess)).toEqual({ 400: 10, 429: 54 });
    expect(await wrongCodesOf({ client, uid, username, id }, 'wrong code at confirm by user')).toBe(10);
    const right = { tfa_code: totpCode(replicas[0], secret) };
    expect((await client.post('/profile/tfa-enable-confirm', right)).status).toBe(429);
  });
});

describe('[D-83] phone codes, 64 at once', () => {
  const number = () => `+1555555${String(next()).padStart(4, '0')}`;

  it('five wrong ones void the code', async () => {
    const { client, uid } = await makeAccount(replicas[0]);
    const phone_number = number();
    await client.post('/profile/phone-number', { iso_code: 'US', phone_number });
    const code = receiver.codeFor(phone_number);
    const otp_code = code === '000000' ? '111111' : '000000';
    expect(await burst(() => client.post('/profile/phone-number/verify', { otp_code }))).toEqual({ 400: 64 });
    expect((await client.post('/profile/phone-number/verify', { otp_code: code })).status).toBe(400);
    const tries = await query(replicas[0], 'SELECT wrong_tries FROM phone_codes WHERE user_id = $1', [uid]);
    expect(tries).toEqual([{ wrong_tries: 5 }]);
  });

  it('the right one is taken once', async () => {
    const { client } = await makeAccount(replicas[0]);
    const phone_number = number();
    await client.post('/profile/phone-number', { iso_code: 'US', phone_number });
    const otp_code = receiver.codeFor(phone_number);
    expect(await burst(() => client.post('/profile/phone-number/verify', { otp_code }))).toEqual({
      200: 1,
      400: 63,
    });
  });

  it('ten messages an hour are sent for a user', async () => {
    const { client } = await makeAccount(replicas[0]);
    const body = { iso_code: 'US', phone_number: number() };
    expect(await burst(() => client.post('/profile/phone-number', body))).toEqual({ 200: 10, 429: 54 });
    expect(receiver.to(body.phone_number)).toHaveLength(10);
  });

  it('twenty messages an hour are sent to a number, whoever asks', async () => {
    const accounts = await Promise.all(Array.from({ length: 8 }, () => makeAccount(replicas[0])));
    const body = { iso_code: 'US', phone_number: number() };
    const ask = (index: number) => accounts[index % 8]!.client.post('/profile/phone-number', body);
    expect(await burst(ask)).toEqual({ 200: 20, 429: 44 });
    expect(receiver.to(body.phone_number)).toHaveLength(20);
  });
});

it('[D-23] client secrets, 64 at once: twenty per client and address are looked at, in the body and in the header', async () => {
  const account = await makeAccount(replicas[0]);
  const client = await makeOAuthClient(replicas[0], account);
  const fields = { grant_type: 'refresh_token', refresh_token: 'x' };
  const guess = async (index: number) => {
    const secret = index.toString(16).padStart(64, '0');
    if (index % 2) return postForm(replica(index), '/oauth/token', { ...client, secret }, fields);
    const basic = Buffer.from(`${client.id}:${secret}`).toString('base64');
    const headers = { Authorization: `Basic ${basic}`, 'X-Forwarded-For': `203.0.113.${index}` };
    return fetch(`${replica(index).url}/oauth/token`, {
      method: 'POST',
      headers,
      body: new URLSearchParams(fields),
    });
  };
  expect(await burst(guess)).toEqual({ 401: 20, 429: 44 });
  expect((await postForm(replicas[1], '/oauth/token', client, fields)).status).toBe(429);
});

it('[D-127] upload addresses: one that is nearly right is as unknown as any', async () => {
  const { client } = await makeAccount(replicas[0]);
  const { address } = await makeUpload(replicas[0], client);
  const secret = address.split('/').at(-1)!;
  const base = address.slice(0, -secret.length);
  const near = [
    secret.slice(0, -1),
    `${secret}A`,
    secret.toUpperCase(),
    `${secret}%00`,
    `${secret}=`,
    secret.slice(0, -2) + (secret.endsWith('AA') ? 'BB' : 'AA'),
  ];
  const guesses = [...near, ...Array.from({ length: 58 }, () => randomBytes(32).toString('base64url'))];
  const answers = await Promise.all(guesses.map((guess) => send(base + guess, 'x')));
  expect(answers.map(({ status, body }) => ({ status, body: body as unknown }))).toEqual(
    guesses.map(() => ({ status: 404, body: NOT_FOUND })),
  );
});
