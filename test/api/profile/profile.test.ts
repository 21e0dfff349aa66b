import { startApp, type TestApp } from '../../support/app.js';
import { anonymous, platform, refusal } from '../../support/client.js';
import { done, makeAccount, makeProxy, makeRestricted, makeToken, next } from '../../support/makers.js';
import { query } from '../../support/sql.js';

const KEY = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIExample me';
const LIST = 'ssh-dss, ssh-rsa, ecdsa-sha2-nistp, ssh-ed25519, sk-ecdsa-sha2-nistp256, or sk-ssh-ed25519';
const LAST = "The last unrestricted user of an account can't be restricted.";
const TFA =
  'Use POST /profile/tfa-enable and /profile/tfa-enable-confirm to enable, POST /profile/tfa-disable to disable.';

let app: TestApp;
beforeAll(async () => (app = await startApp()));
afterAll(() => app.close());

describe('GET /profile', () => {
  it('[D-64] [D-65] [D-25] shows a new user with default values', async () => {
    const { client, username, uid } = await makeAccount(app);
    expect(await client.get('/profile')).toMatchObject({
      status: 200,
      body: {
        username,
        uid,
        email: `${username}@example.com`,
        email_notifications: true,
        timezone: 'GMT',
        authentication_type: 'password',
        authorized_keys: null,
        lish_auth_method: 'password_keys',
        ip_whitelist_enabled: false,
        restricted: false,
        two_factor_auth: false,
        referrals: { code: '', url: '', total: 0, completed: 0, pending: 0, credit: 0 },
        verified_phone_number: null,
      },
    });
  });

  it('[Profile rule 3] [Authentication rule 3] shows the acting user, with any scope', async () => {
    const account = await makeAccount(app);
    const user = await makeRestricted(app, account);
    const client = await makeToken(app, user.username, 'domains:read_only');
    expect((await client.get('/profile')).body).toMatchObject({ username: user.username, restricted: true });
  });

  it('[D-29] needs a credential', async () => {
    expect((await anonymous(app).get('/profile')).status).toBe(401);
  });

  it.each([
    [24.99, { code: '', url: '', total: 0, completed: 0, pending: 0, credit: 0 }],
    [25, { total: 3, completed: 2, pending: 1, credit: 40.5 }],
  ])('[D-72] after payments of %d USD shows referrals %j', async (payments_total_usd, shown) => {
    const account = await makeAccount(app);
    const referrals = { total: 3, completed: 2, pending: 1, credit: 40.5 };
    done(await platform(app).put(`/accounts/${account.id}/billing`, { payments_total_usd, referrals }));
    expect((await account.client.get('/profile')).body.referrals).toMatchObject(shown);
  });

  it('[D-72] the referral code of an account stays the same, and is part of the referral address', async () => {
    const account = await makeAccount(app);
    done(await platform(app).put(`/accounts/${account.id}/billing`, { payments_total_usd: 25 }));
    const { code, url } = (await account.client.get('/profile')).body.referrals;
    expect(code).toMatch(/^[0-9a-f]{40}$/);
    expect(url).toBe(`http://localhost:3000/?r=${code}`);
    expect((await account.client.get('/profile')).body.referrals.code).toBe(code);
  });
});

describe('PUT /profile', () => {
  it('changes every field that may change, and answers like GET', async () => {
    const { client } = await makeAccount(app);
    const change = {
      authorized_keys: [KEY],
      email: 'new@example.com',
      email_notifications: false,
      ip_whitelist_enabled: false,
      lish_auth_method: 'disabled',
      restricted: false,
      timezone: 'Europe/Kyiv',
      two_factor_auth: false,
    };
    const answer = await client.put('/profile', change);
    expect(answer).toMatchObject({ status: 200, body: change });
    expect((await client.get('/profile')).body).toEqual(answer.body);
  });

  it('[D-14] changes only what is named, and records the event', async () => {
    const { client, uid, username } = await makeAccount(app);
    await client.put('/profile', { timezone: 'UTC' });
    expect((await client.put('/profile', {})).body).toMatchObject({
      timezone: 'UTC',
      email_notifications: true,
    });
    const events = await query(
      app,
      'SELECT action, entity_type, entity_id, entity_label, username FROM events WHERE user_id = $1',
      [uid],
    );
    const event = {
      action: 'profile_update',
      entity_type: 'profile',
      entity_id: uid,
      entity_label: username,
      username,
    };
    expect(events).toEqual([event, event]);
  });

  it('[D-15] null clears authorized_keys and leaves the rest', async () => {
    const { client } = await makeAccount(app);
    await client.put('/profile', { authorized_keys: [KEY], timezone: 'UTC' });
    const nulls = {
      authorized_keys: null,
      timezone: null,
      email: null,
      restricted: null,
      lish_auth_method: null,
    };
    expect((await client.put('/profile', nulls)).body).toMatchObject({
      authorized_keys: null,
      timezone: 'UTC',
    });
  });

  it('[D-73] email_notifications is stored as the user sets it', async () => {
    const { client } = await makeAccount(app);
    for (const email_notifications of [false, true]) {
      expect((await client.put('/profile', { email_notifications })).body).toMatchObject({
        email_notifications,
      });
    }
  });

  it('[D-66] keeps an empty list of authorized keys, and trims keys', async () => {
    const { client } = await makeAccount(app);
    expect((await client.put('/profile', { authorized_keys: [] })).body.authorized_keys).toEqual([]);
    expect((await client.put('/profile', { authorized_keys: [`${KEY}\n`] })).body.authorized_keys).toEqual([
      KEY,
    ]);
  });

  it.each([
    [
      '[D-75] a key that is none',
      { authorized_keys: [KEY, 'nope'] },
      'authorized_keys',
      `SSH Key 2 key-type must be ${LIST}.`,
    ],
    [
      '[D-10] keys that are no list',
      { authorized_keys: KEY },
      'authorized_keys',
      'authorized_keys is not valid',
    ],
    ['[D-70] an email that is none', { email: 'me@localhost' }, 'email', 'Invalid email address.'],
    ['[D-10] an email that is no text', { email: 5 }, 'email', 'email is not valid'],
    [
      '[D-10] notifications as text',
      { email_notifications: 'true' },
      'email_notifications',
      'email_notifications is not valid',
    ],
    [
      '[D-67] the whitelist',
      { ip_whitelist_enabled: true },
      'ip_whitelist_enabled',
      "This setting can't be enabled.",
    ],
    [
      'an unknown method',
      { lish_auth_method: 'all' },
      'lish_auth_method',
      'Must be one of password_keys, keys_only, disabled',
    ],
    ['[D-68] the last unrestricted user', { restricted: true }, 'restricted', LAST],
    ['[D-71] an unknown timezone', { timezone: 'Mars/Base' }, 'timezone', 'timezone is not valid'],
    ['[D-69] two-factor', { two_factor_auth: true }, 'two_factor_auth', TFA],
  ])('refuses %s', async (_, change, field, reason) => {
    const { client } = await makeAccount(app);
    const before = (await client.get('/profile')).body;
    const answer = await client.put('/profile', change);
    expect(answer).toMatchObject({ status: 400, body: refusal(field, reason) });
    expect((await client.get('/profile')).body).toEqual(before);
  });

  it('[D-27] [D-183] reports all faults, in the order of the fields', async () => {
    const { client } = await makeAccount(app);
    const change = { timezone: 1, restricted: 1, lish_auth_method: 1, email: 'x', authorized_keys: ['x'] };
    const fields = (await client.put('/profile', change)).body.errors.map(
      ({ field }: { field: string }) => field,
    );
    expect(fields).toEqual(['authorized_keys', 'email', 'lish_auth_method', 'restricted', 'timezone']);
  });

  it('[D-27] reports faults that depend on the stored user together with malformed values', async () => {
    const { client } = await makeAccount(app);
    const change = { ip_whitelist_enabled: true, restricted: true, timezone: 'x', two_factor_auth: 'yes' };
    expect((await client.put('/profile', change)).body.errors).toEqual([
      { field: 'ip_whitelist_enabled', reason: "This setting can't be enabled." },
      { field: 'restricted', reason: LAST },
      { field: 'timezone', reason: 'timezone is not valid' },
      { field: 'two_factor_auth', reason: 'two_factor_auth is not valid' },
    ]);
  });

  it('[D-67] the whitelist can be disabled, and not enabled again', async () => {
    const { client, uid } = await makeAccount(app);
    await query(app, 'UPDATE users SET ip_whitelist_enabled = true WHERE id = $1', [uid]);
    expect((await client.put('/profile', { ip_whitelist_enabled: true })).status).toBe(200);
    expect((await client.put('/profile', { ip_whitelist_enabled: false })).body.ip_whitelist_enabled).toBe(
      false,
    );
    expect((await client.put('/profile', { ip_whitelist_enabled: true })).status).toBe(400);
  });

  it('[D-68] one of two unrestricted users may restrict themselves, and not undo it', async () => {
    const account = await makeAccount(app);
    const username = `second-${next()}`;
    const user = { username, email: 'second@example.com', restricted: false };
    done(await platform(app).post(`/accounts/${account.id}/users`, user));
    const second = await makeToken(app, username, '*');
    expect((await second.put('/profile', { restricted: true })).body.restricted).toBe(true);
    expect(await second.put('/profile', { restricted: false })).toMatchObject({
      status: 403,
      body: refusal('', 'Unauthorized'),
    });
    expect((await account.client.put('/profile', { restricted: true })).status).toBe(400);
  });

  it('[D-186] a restricted user who tries to remove the restriction gets only this refusal', async () => {
    const user = await makeRestricted(app, await makeAccount(app));
    const answer = await user.client.put('/profile', { restricted: false, email: 'x', timezone: 5 });
    expect(answer).toMatchObject({ status: 403, body: refusal('', 'Unauthorized') });
  });

  it('[D-45] a restricted user changes their own profile without any grant', async () => {
    const user = await makeRestricted(app, await makeAccount(app));
    expect((await user.client.put('/profile', { timezone: 'UTC', restricted: true })).status).toBe(200);
  });

  it('[Profile rule 11] a proxy user can not change the email address', async () => {
    const client = await makeProxy(app);
    const { email } = (await client.get('/profile')).body;
    const refused = refusal('email', "This email address can't be changed.");
    expect(await client.put('/profile', { email: 'new@example.com' })).toMatchObject({
      status: 400,
      body: refused,
    });
    expect((await client.put('/profile', { email, timezone: 'UTC' })).status).toBe(200);
  });

  it('[D-30] needs account:read_write', async () => {
    const { username } = await makeAccount(app);
    const client = await makeToken(app, username, 'account:read_only');
    expect((await client.put('/profile', {})).status).toBe(403);
  });
});
