import { TwoFactor } from '../../../src/access/two-factor/two-factor.service.js';
import { Database } from '../../../src/database/database.js';
import { startApp, type TestApp } from '../../support/app.js';
import { refusal } from '../../support/client.js';
import { done, makeAccount, makeToken, type TestAccount } from '../../support/makers.js';
import { query } from '../../support/sql.js';
import {
  answerSecurityQuestions,
  enableTwoFactor,
  issueSecret,
  totpCode,
  wrongCode,
} from '../../support/two-factor.js';

const REFUSED = refusal('tfa_code', 'Invalid token. Please try again.');

let app: TestApp;
beforeAll(async () => (app = await startApp()));
afterAll(() => app.close());

const confirm = ({ client }: TestAccount, tfa_code: unknown) =>
  client.post('/profile/tfa-enable-confirm', { tfa_code });
const isOn = async ({ client }: TestAccount) => (await client.get('/profile')).body.two_factor_auth;

/** The second step of a login, as signing in takes it. */
function login({ uid }: TestAccount, typed: string): Promise<boolean> {
  const [database, twoFactor] = [app.app.get(Database), app.app.get(TwoFactor)];
  return database.transaction((tx) => twoFactor.acceptAtLogin(tx, uid, typed));
}

describe('POST /profile/tfa-enable', () => {
  it('[Profile rule 5] requires answered security questions', async () => {
    const { client } = await makeAccount(app);
    expect(await client.post('/profile/tfa-enable')).toMatchObject({
      status: 400,
      body: refusal(
        '',
        'You must answer your security questions before you enable two-factor authentication.',
      ),
    });
  });

  it('[D-77] gives a secret with an expiry, and does not turn two-factor authentication on', async () => {
    const account = await makeAccount(app);
    await answerSecurityQuestions(account.client);
    const { secret, expiry } = done(await account.client.post('/profile/tfa-enable'));
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    const seconds = (Date.parse(`${expiry}Z`) - app.clock.milliseconds()) / 1000;
    expect(seconds).toBeGreaterThan(86400 - 10);
    expect(seconds).toBeLessThanOrEqual(86400);
    expect(await isOn(account)).toBe(false);
  });

  it('[D-77] a new secret replaces a pending one', async () => {
    const account = await makeAccount(app);
    const first = await issueSecret(account.client);
    const second = await issueSecret(account.client);
    expect(await confirm(account, totpCode(app, first))).toMatchObject({ status: 400, body: REFUSED });
    expect((await confirm(account, totpCode(app, second))).status).toBe(200);
  });

  it('[D-77] the active secret works until the new one is confirmed', async () => {
    const account = await makeAccount(app);
    const { secret } = await enableTwoFactor(app, account.client);
    const fresh = await issueSecret(account.client);
    expect(await isOn(account)).toBe(true);
    expect(await login(account, totpCode(app, fresh, 1))).toBe(false);
    expect(await login(account, totpCode(app, secret, 1))).toBe(true);
    done(await confirm(account, totpCode(app, fresh)));
    expect(await login(account, totpCode(app, fresh, 1))).toBe(true);
  });

  it('[D-49] stores the secret encrypted', async () => {
    const account = await makeAccount(app);
    const secret = await issueSecret(account.client);
    const [row] = await query(
      app,
      `SELECT encode(pending_secret, 'escape') AS text FROM two_factor_secrets WHERE user_id = $1`,
      [account.uid],
    );
    expect(row!.text).not.toContain(secret);
  });
});

describe('POST /profile/tfa-enable-confirm', () => {
  it.each([0, -1, 1])('[D-77] [D-79] takes the code of step %i, and gives a scratch code', async (steps) => {
    const account = await makeAccount(app);
    const secret = await issueSecret(account.client);
    const { scratch } = done(await confirm(account, totpCode(app, secret, steps)));
    expect(scratch).toMatch(/^([a-z2-7]{4}-){3}[a-z2-7]{4}$/);
    expect(await isOn(account)).toBe(true);
  });

  it('[D-78] a code confirms once', async () => {
    const account = await makeAccount(app);
    const secret = await issueSecret(account.client);
    const code = totpCode(app, secret);
    done(await confirm(account, code));
    expect(await confirm(account, code)).toMatchObject({ status: 400, body: REFUSED });
  });

  it('[D-78] neither the code that confirmed nor an earlier code can log in', async () => {
    const account = await makeAccount(app);
    const { secret } = await enableTwoFactor(app, account.client);
    expect(await login(account, totpCode(app, secret))).toBe(false);
    expect(await login(account, totpCode(app, secret, -1))).toBe(false);
    expect(await login(account, totpCode(app, secret, 1))).toBe(true);
    expect(await login(account, totpCode(app, secret, 1))).toBe(false);
  });

  it('[D-266] refuses a wrong code, and a code without a secret', async () => {
    const account = await makeAccount(app);
    expect(await confirm(account, '123456')).toMatchObject({ status: 400, body: REFUSED });
    const secret = await issueSecret(account.client);
    expect(await confirm(account, wrongCode(app, secret))).toMatchObject({ status: 400, body: REFUSED });
    expect(await isOn(account)).toBe(false);
  });

  it.each([
    [123456, 'tfa_code is not valid'],
    ['12345', 'tfa_code is not valid'],
    ['1234567', 'tfa_code is not valid'],
    ['12345a', 'tfa_code is not valid'],
    [undefined, 'tfa_code is required'],
  ])('[D-78] %j is no code', async (code, reason) => {
    const account = await makeAccount(app);
    expect(await confirm(account, code)).toMatchObject({ status: 400, body: refusal('tfa_code', reason) });
  });

  it('[D-134] records the event', async () => {
    const account = await makeAccount(app);
    await enableTwoFactor(app, account.client);
    await account.client.post('/profile/tfa-disable');
    await account.client.post('/profile/tfa-disable');
    const columns = 'action, entity_type, entity_id, entity_url';
    const events = await query(app, `SELECT ${columns} FROM events WHERE user_id = $1 ORDER BY id`, [
      account.uid,
    ]);
    const entity = { entity_type: 'profile', entity_id: account.uid, entity_url: '/v4/profile' };
    expect(events.slice(1)).toEqual([
      { action: 'tfa_enabled', ...entity },
      { action: 'tfa_disabled', ...entity },
    ]);
  });

  it('[D-30] needs account:read_write', async () => {
    const { username } = await makeAccount(app);
    const client = await makeToken(app, username, 'account:read_only');
    for (const path of ['tfa-enable', 'tfa-enable-confirm', 'tfa-disable']) {
      expect((await client.post(`/profile/${path}`)).status).toBe(403);
    }
  });
});

describe('[D-79] the scratch code', () => {
  it('logs in once instead of a code', async () => {
    const account = await makeAccount(app);
    const { scratch } = await enableTwoFactor(app, account.client);
    expect(await login(account, scratch)).toBe(true);
    expect(await login(account, scratch)).toBe(false);
  });

  it('changes with each confirmation', async () => {
    const account = await makeAccount(app);
    const { scratch } = await enableTwoFactor(app, account.client);
    const second = await enableTwoFactor(app, account.client);
    expect(await login(account, scratch)).toBe(false);
    expect(await login(account, second.scratch)).toBe(true);
  });
});

describe('POST /profile/tfa-disable', () => {
  it('[D-80] turns it off, and drops secrets, scratch code and trusted devices', async () => {
    const account = await makeAccount(app);
    const { secret, scratch } = await enableTwoFactor(app, account.client);
    const pending = await issueSecret(account.client);
    await query(
      app,
      `INSERT INTO trusted_devices (account_id, user_id, token_hash, user_agent, created, expiry, last_authenticated, last_remote_addr)
       VALUES ((SELECT account_id FROM users WHERE id = $1), $1, '\\x01', 'UA', now(), now() + interval '30 days', now(), '192.0.2.1')`,
      [account.uid],
    );
    expect(await account.client.post('/profile/tfa-disable')).toMatchObject({ status: 200, body: {} });
    expect(await isOn(account)).toBe(false);
    expect((await account.client.get('/profile/devices')).body.results).toBe(0);
    expect(await confirm(account, totpCode(app, pending))).toMatchObject({ status: 400, body: REFUSED });
    expect(await login(account, totpCode(app, secret, 1))).toBe(false);
    expect(await login(account, scratch)).toBe(false);
  });

  it('[D-80] answers 200 if it is off already', async () => {
    const { client } = await makeAccount(app);
    expect(await client.post('/profile/tfa-disable')).toMatchObject({ status: 200, body: {} });
  });
});

describe('time and two-factor authentication', () => {
  let own: TestApp;
  beforeAll(async () => (own = await startApp()));
  afterAll(() => own.close());

  it('[D-77] a secret can be confirmed until its expiry', async () => {
    const [early, late] = [await makeAccount(own), await makeAccount(own)];
    const secrets = [await issueSecret(early.client), await issueSecret(late.client)];
    own.clock.forward(86400 - 20);
    expect((await confirm(early, totpCode(own, secrets[0]!))).status).toBe(200);
    own.clock.forward(21);
    expect(await confirm(late, totpCode(own, secrets[1]!))).toMatchObject({ status: 400, body: REFUSED });
  });

  it('[D-23] after ten wrong codes the right code is refused too, until the window has passed', async () => {
    const account = await makeAccount(own);
    const secret = await issueSecret(account.client);
    for (let attempt = 0; attempt < 10; attempt++) {
      expect((await confirm(account, wrongCode(own, secret))).status).toBe(400);
    }
    const limited = await confirm(account, totpCode(own, secret));
    expect(limited).toMatchObject({ status: 429, body: refusal('', 'Too many requests') });
    const retryAfter = Number(limited.headers.get('Retry-After'));
    expect(retryAfter).toBeGreaterThan(890);
    expect(retryAfter).toBeLessThanOrEqual(900);
    own.clock.forward(retryAfter);
    expect((await confirm(account, totpCode(own, secret))).status).toBe(200);
  });

  it('[D-23] malformed codes do not count as attempts', async () => {
    const account = await makeAccount(own);
    const secret = await issueSecret(account.client);
    for (let attempt = 0; attempt < 11; attempt++) await confirm(account, '12345');
    expect((await confirm(account, totpCode(own, secret))).status).toBe(200);
  });
});
