import { startApp, type TestApp } from '../support/app.js';
import { askedOptions, Authenticator, type Lies } from '../support/authenticator.js';
import { platform } from '../support/client.js';
import { enterCode, logIn, visit } from '../support/login.js';
import { done, makeAccount, type TestAccount } from '../support/makers.js';
import { begin, ids, isSignedIn, messages, PASSKEYS, usePasskey, withPasskey } from '../support/passkeys.js';
import { query } from '../support/sql.js';
import { totpCode, turnOnTwoFactor } from '../support/two-factor.js';
import type { Visitor } from '../support/visitor.js';

const REFUSED = 'This passkey was not accepted.';

let app: TestApp;
beforeAll(async () => (app = await startApp({ TRUSTED_PROXIES: '127.0.0.1' })));
afterAll(() => app.close());

/** The logins of the account's user, the first of them with the password. */
async function history({ uid }: TestAccount): Promise<unknown[]> {
  const rows = await query(app, 'SELECT status FROM logins WHERE user_id = $1 ORDER BY id', [uid]);
  return rows.map(({ status }) => status);
}

describe('[D-311] signing in with a passkey', () => {
  it('needs no name, no password and no code, and is in the history', async () => {
    const { account, own, authenticator, stranger } = await withPasskey(app);
    await turnOnTwoFactor(app, account.client);
    const page = await usePasskey(stranger, authenticator);
    expect(page).toMatchObject({ status: 303, location: '/login' });
    expect(await isSignedIn(stranger)).toBe(true);
    expect(await history(account)).toEqual(['successful', 'successful']);
    const today = new Date(app.clock.milliseconds()).toISOString().slice(0, 10);
    expect((await own.get(PASSKEYS)).text).toContain(`last used ${today}`);
  });

  it.each<[string, Lies]>([
    ['another origin', { origin: 'http://localhost:3001' }],
    ['another relying party', { rpId: 'example.com' }],
    ['an authenticator that did not verify its user', { verified: false }],
    ['another user', { userHandle: 'AAAA' }],
    ['no user', { userHandle: null }],
  ])('refuses a signature for %s, and counts a failed login', async (_reason, lies) => {
    const { account, authenticator, stranger } = await withPasskey(app);
    const page = await usePasskey(stranger, authenticator, lies);
    expect(page.status).toBe(401);
    expect(page.text).toContain(REFUSED);
    expect(await isSignedIn(stranger)).toBe(false);
    expect(await history(account)).toEqual(['successful', 'failed']);
  });

  it('refuses a copy whose counter does not rise', async () => {
    const { authenticator, stranger } = await withPasskey(app);
    authenticator.counter = 6;
    expect((await usePasskey(stranger, authenticator)).status).toBe(303);
    const other = await visit(app);
    for (const counter of [7, 6, 0]) {
      expect((await usePasskey(other, authenticator, { counter })).status).toBe(401);
    }
    expect((await usePasskey(other, authenticator, { counter: 8 })).status).toBe(303);
  });

  it('refuses a challenge that was used, of another browser, or of ten minutes ago', async () => {
    const { authenticator, stranger } = await withPasskey(app);
    const { text } = await stranger.get('/login');
    const credential = authenticator.get(askedOptions(text));
    const use = (visitor: Visitor, sent: string) =>
      visitor.submit('/login', { step: 'passkey', credential: sent });
    const other = await visit(app);
    expect((await use(other, credential)).status).toBe(401);
    expect((await use(stranger, credential)).status).toBe(303);
    const again = authenticator.get(askedOptions(text));
    await stranger.get('/logout');
    await stranger.submit('/logout', {});
    await stranger.get('/login');
    expect((await use(stranger, credential)).status).toBe(401);
    expect((await use(stranger, again)).status).toBe(401);
    const late = authenticator.get(askedOptions((await stranger.get('/login')).text));
    app.clock.forward(601);
    expect((await use(stranger, late)).status).toBe(401);
  });

  it('refuses what is no credential', async () => {
    const { stranger } = await withPasskey(app);
    const json = (value: unknown) => JSON.stringify(value);
    const clientDataJSON = Buffer.from('{"challenge":"AAAA"}').toString('base64url');
    for (const credential of [
      '',
      'null',
      '[]',
      '{"id":1}',
      json({ id: 'AAAA', response: { clientDataJSON: 'AAAA' } }),
      json({ id: '', response: { clientDataJSON } }),
      json({ id: '\u0000', rawId: 7, type: {}, response: { clientDataJSON, signature: [] } }),
    ]) {
      expect((await stranger.submit('/login', { step: 'passkey', credential })).status).toBe(401);
    }
  });

  it('[D-23] counts failures for the address, and locks no user out elsewhere', async () => {
    const { account, authenticator } = await withPasskey(app);
    const stranger = await visit(app);
    for (let attempt = 0; attempt < 100; attempt++) {
      expect((await stranger.submit('/login', { step: 'passkey', credential: '{}' })).status).toBe(401);
    }
    expect((await usePasskey(stranger, authenticator)).status).toBe(429);
    expect((await usePasskey(await visit(app), authenticator)).status).toBe(303);
    expect((await logIn(await visit(app), account)).status).toBe(303);
  });
});

describe('[D-311] a passkey as second factor', () => {
  it('counts as a code, beside codes', async () => {
    const { account, authenticator, stranger } = await withPasskey(app);
    const { secret } = await turnOnTwoFactor(app, account.client);
    const factor = (visitor: Visitor, text: string) =>
      visitor.submit('/login', { step: 'factor', credential: authenticator.get(askedOptions(text)) });
    const shown = await stranger.follow(await logIn(stranger, account));
    expect(askedOptions(shown.text).allowCredentials).toMatchObject([
      { id: authenticator.id.toString('base64url'), transports: ['internal'] },
    ]);
    expect((await factor(stranger, shown.text)).status).toBe(303);
    expect(await isSignedIn(stranger)).toBe(true);
    const other = await visit(app);
    const second = await other.follow(await logIn(other, account));
    expect((await factor(other, shown.text)).status).toBe(401);
    expect((await factor(stranger, second.text)).status).toBe(401);
    await other.get('/login');
    expect((await enterCode(other, totpCode(app, secret))).status).toBe(303);
  });

  it('of another user is refused, and five wrong ones end the login', async () => {
    const [{ account, stranger }, foreign] = [await withPasskey(app), await withPasskey(app)];
    await turnOnTwoFactor(app, account.client);
    let { text } = await stranger.follow(await logIn(stranger, account));
    for (let attempt = 0; attempt < 5; attempt++) {
      const credential = foreign.authenticator.get(askedOptions(text));
      const page = await stranger.submit('/login', { step: 'factor', credential });
      expect(page.status).toBe(401);
      if (attempt < 4) ({ text } = page);
      else expect(page.text).toContain('too many wrong codes');
    }
  });

  it('is not offered without a passkey, and not required without two-factor', async () => {
    const account = await makeAccount(app);
    await turnOnTwoFactor(app, account.client);
    const visitor = await visit(app);
    expect((await visitor.follow(await logIn(visitor, account))).text).not.toContain('data-passkey');
    const { account: other, stranger } = await withPasskey(app);
    await stranger.follow(await logIn(stranger, other));
    expect(await isSignedIn(stranger)).toBe(true);
  });
});

describe('[D-311] a passkey is renamed', () => {
  const names = async (own: Visitor) =>
    [...(await own.get(PASSKEYS)).text.matchAll(/<strong>([^<]*)<\/strong>\s*<p>Added/g)].map(
      ([, name]) => name,
    );

  it('by its user, with an event, and signs in as before', async () => {
    const { account, own, authenticator, stranger } = await withPasskey(app);
    const [passkey = ''] = ids((await own.get(PASSKEYS)).text);
    expect((await own.submit(PASSKEYS, { step: 'edit', passkey })).text).toContain('value="Phone"');
    const renamed = await own.submit(PASSKEYS, { step: 'rename', passkey, name: ' Old <phone> ' });
    expect(renamed.location).toBe(PASSKEYS);
    expect(await names(own)).toEqual(['Old &#60;phone&#62;']);
    expect(await messages(account)).toContain('The passkey Phone was renamed to Old <phone>.');
    expect((await usePasskey(stranger, authenticator)).status).toBe(303);
  });

  it('not to the name that it has: that leaves no event', async () => {
    const { account, own } = await withPasskey(app);
    const [passkey = ''] = ids((await own.get(PASSKEYS)).text);
    await own.submit(PASSKEYS, { step: 'rename', passkey, name: 'Phone' });
    expect((await messages(account)).join()).not.toContain('renamed');
  });

  it.each(['', ' ', 'a'.repeat(65), 'a\u0000b'])('not to %j', async (name) => {
    const { own } = await withPasskey(app);
    const [passkey = ''] = ids((await own.get(PASSKEYS)).text);
    const refused = await own.submit(PASSKEYS, { step: 'rename', passkey, name });
    expect(refused.status).toBe(400);
    expect(refused.text).toContain('Rename your passkey');
    expect(await names(own)).toEqual(['Phone']);
  });

  it('not by another user, and not without a valid CSRF token', async () => {
    const [{ own }, foreign] = [await withPasskey(app), await withPasskey(app)];
    const [passkey = ''] = ids((await own.get(PASSKEYS)).text);
    await foreign.own.get(PASSKEYS);
    for (const step of ['edit', 'rename']) {
      const answer = await foreign.own.submit(PASSKEYS, { step, passkey, name: 'Mine' });
      expect(answer.location).toBe(PASSKEYS);
    }
    const forged = await own.submit(PASSKEYS, { step: 'rename', passkey, name: 'Forged', csrf: 'forged' });
    expect(forged.status).toBe(403);
    expect([await names(own), await names(foreign.own)]).toEqual([['Phone'], ['Phone']]);
  });
});

describe('[D-311] a passkey ends', () => {
  it('when its user removes it, with an event', async () => {
    const { account, own, authenticator, stranger } = await withPasskey(app);
    const [passkey = ''] = ids((await own.get(PASSKEYS)).text);
    await own.submit(PASSKEYS, { step: 'remove', passkey });
    expect(ids((await own.get(PASSKEYS)).text)).toEqual([]);
    expect((await usePasskey(stranger, authenticator)).status).toBe(401);
    expect(await messages(account)).toContain('The passkey Phone was removed.');
  });

  it('and no other user can remove it', async () => {
    const [{ own, authenticator, stranger }, foreign] = [await withPasskey(app), await withPasskey(app)];
    const [passkey = ''] = ids((await own.get(PASSKEYS)).text);
    await foreign.own.get(PASSKEYS);
    await foreign.own.submit(PASSKEYS, { step: 'remove', passkey });
    expect((await usePasskey(stranger, authenticator)).status).toBe(303);
  });

  it('[D-141] with a new password, set by any actor', async () => {
    const { account, authenticator, stranger } = await withPasskey(app);
    const path = `/users/${account.username}/password`;
    done(await platform(app).put(path, { password: 'a new good password' }));
    expect((await usePasskey(stranger, authenticator)).status).toBe(401);
  });

  it('with its user', async () => {
    const { account, own, authenticator, stranger } = await withPasskey(app);
    await own.get(PASSKEYS);
    const options = askedOptions((await begin(own)).text);
    done(await platform(app).delete(`/accounts/${account.id}`));
    expect((await usePasskey(stranger, authenticator)).status).toBe(401);
    const credential = new Authenticator().create(options);
    expect((await own.submit(PASSKEYS, { step: 'create', name: 'Late', credential })).location).toBe(
      '/login',
    );
  });
});
