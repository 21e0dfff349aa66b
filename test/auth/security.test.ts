import pg from 'pg';
import { startApp, type TestApp } from '../support/app.js';
import { enterCode, logIn, signIn, visit } from '../support/login.js';
import { done, makeAccount } from '../support/makers.js';
import { apiOf, authorize, makeOAuthClient, PASSWORD, redeem } from '../support/oauth.js';
import { lockIsAwaited, query } from '../support/sql.js';
import { totpCode, turnOnTwoFactor } from '../support/two-factor.js';
import type { Visitor } from '../support/visitor.js';

let app: TestApp;
beforeAll(async () => (app = await startApp({ TRUSTED_PROXIES: '127.0.0.1' })));
afterAll(() => app.close());

const isSignedIn = async (visitor: Visitor) =>
  (await visitor.get('/login')).text.includes('You are signed in');
const ids = (text: string) => [...text.matchAll(/name="login" value="(\d+)"/g)].map(([, id]) => id ?? '');
const change = (visitor: Visitor, current: string, password: string) =>
  visitor.submit('/login/security', { step: 'password', current, password });

describe('[D-148] the page of a user’s logins', () => {
  it('lists them with browser and address, and ends one', async () => {
    const account = await makeAccount(app);
    const [own, other, third] = [
      await signIn(app, account),
      await signIn(app, account, '203.0.113.77'),
      await signIn(app, account),
    ];
    const { text } = await own.get('/login/security');
    expect(text).toContain('from 203.0.113.77');
    expect(text.match(/Browser\/1\.0/g)).toHaveLength(3);
    expect(text.match(/This browser/g)).toHaveLength(1);
    // The newest first: the third, then the other.
    await own.submit('/login/security', { step: 'end', login: ids(text)[1] ?? '' });
    expect(await Promise.all([own, other, third].map(isSignedIn))).toEqual([true, false, true]);
  });

  it('lists a browser once whose user signs in again in another tab', async () => {
    const account = await makeAccount(app);
    const visitor = await visit(app);
    await visitor.get('/login');
    for (let tab = 0; tab < 2; tab++) expect((await logIn(visitor, account)).status).toBe(303);
    expect((await visitor.get('/login/security')).text.match(/<li>/g)).toHaveLength(1);
  });

  it('ends all others', async () => {
    const account = await makeAccount(app);
    const [own, other] = [await signIn(app, account), await signIn(app, account)];
    await own.get('/login/security');
    await own.submit('/login/security', { step: 'end' });
    expect(await Promise.all([own, other].map(isSignedIn))).toEqual([true, false]);
  });

  it('ends no login of another user', async () => {
    const [own, foreign] = [await makeAccount(app), await makeAccount(app)];
    const [visitor, other, third] = [
      await signIn(app, own),
      await signIn(app, foreign),
      await signIn(app, foreign),
    ];
    const [id = ''] = ids((await other.get('/login/security')).text);
    await visitor.get('/login/security');
    await visitor.submit('/login/security', { step: 'end', login: id });
    expect(await isSignedIn(third)).toBe(true);
  });

  it('needs a login and a valid CSRF token', async () => {
    const account = await makeAccount(app);
    const visitor = await visit(app);
    expect((await visitor.get('/login/security')).location).toBe('/login');
    const [own, other] = [await signIn(app, account), await signIn(app, account)];
    await own.get('/login/security');
    expect((await own.submit('/login/security', { step: 'end', csrf: 'forged' })).status).toBe(403);
    expect(await isSignedIn(other)).toBe(true);
  });
});

describe('[D-141] changing the password', () => {
  it('asks for the current one, ends every login, and leaves an event', async () => {
    const account = await makeAccount(app);
    const client = await makeOAuthClient(app, account);
    const { body } = await redeem(app, client, await authorize(app, client, account.username));
    const [own, other] = [await signIn(app, account), await signIn(app, account)];
    await own.get('/login/security');
    const wrong = await change(own, 'wrong', 'a new good password');
    expect(wrong.status).toBe(401);
    expect(wrong.text).toContain('The current password is wrong.');
    expect(await isSignedIn(own)).toBe(true);
    await own.get('/login/security');
    expect((await change(own, PASSWORD, 'a new good password')).text).toContain('Password changed');
    expect(await Promise.all([own, other].map(isSignedIn))).toEqual([false, false]);
    expect((await apiOf(app, body.access_token).get('/vpcs')).status).toBe(401);
    const visitor = await visit(app);
    expect((await logIn(visitor, account)).status).toBe(401);
    expect((await logIn(visitor, account, { password: 'a new good password' })).status).toBe(303);
    const events = done(await account.client.get('/account/events')).data;
    expect(events[0]).toMatchObject({ action: 'profile_update', message: 'The password was changed.' });
  });

  it.each([
    ['the password changes', "password_hash = 'changed'"],
    ['two-factor authentication is switched on', 'two_factor_auth = true'],
  ])('ends a login in progress when %s', async (_, change) => {
    const account = await makeAccount(app);
    const visitor = await visit(app);
    const changing = new pg.Client(app.databaseUrl);
    await changing.connect();
    // As a change of the password: the user first, then the sessions, which do not have the new one yet.
    await changing.query('BEGIN');
    await changing.query(`UPDATE users SET ${change} WHERE id = $1`, [account.uid]);
    let isAnswered = false;
    const login = logIn(visitor, account).finally(() => (isAnswered = true));
    const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    while (!isAnswered && (await query(app, waiting)).length === 0);
    await changing.query('DELETE FROM login_sessions WHERE user_id = $1', [account.uid]);
    await changing.query('COMMIT');
    await changing.end();
    expect((await login).status).toBe(401);
    expect(await isSignedIn(visitor)).toBe(false);
  });

  it('ends a login whose code is entered meanwhile', async () => {
    const account = await makeAccount(app);
    const { secret } = await turnOnTwoFactor(app, account.client);
    const visitor = await visit(app);
    await visitor.follow(await logIn(visitor, account));
    const changing = new pg.Client(app.databaseUrl);
    await changing.connect();
    await changing.query('BEGIN');
    await changing.query(`UPDATE users SET password_hash = 'changed' WHERE id = $1`, [account.uid]);
    await changing.query('DELETE FROM login_sessions WHERE user_id = $1', [account.uid]);
    const entered = enterCode(visitor, totpCode(app, secret));
    await lockIsAwaited(app);
    await changing.query('DELETE FROM pending_logins WHERE user_id = $1', [account.uid]);
    await changing.query('COMMIT');
    await changing.end();
    expect((await entered).status).toBe(401);
    expect(await isSignedIn(visitor)).toBe(false);
  });

  it('[D-206] changes nothing when the login ends meanwhile', async () => {
    const account = await makeAccount(app);
    const own = await signIn(app, account);
    await own.get('/login/security');
    const ending = new pg.Client(app.databaseUrl);
    await ending.connect();
    await ending.query('BEGIN');
    await ending.query('SELECT FROM users WHERE id = $1 FOR UPDATE', [account.uid]);
    await ending.query('DELETE FROM login_sessions WHERE user_id = $1', [account.uid]);
    const changed = change(own, PASSWORD, 'a new good password');
    await lockIsAwaited(app);
    await ending.query('COMMIT');
    await ending.end();
    expect((await own.follow(await changed)).text).toContain('with your Cloud Account Service user');
    expect((await logIn(await visit(app), account)).status).toBe(303);
  });

  it('[D-140] refuses a password that is too short', async () => {
    const account = await makeAccount(app);
    const own = await signIn(app, account);
    await own.get('/login/security');
    expect((await change(own, PASSWORD, 'short')).status).toBe(400);
    expect((await logIn(await visit(app), account)).status).toBe(303);
  });

  it('[D-23] is refused after ten wrong passwords, and strangers can’t cause that', async () => {
    const account = await makeAccount(app);
    const own = await signIn(app, account);
    await own.get('/login/security');
    for (let attempt = 0; attempt < 10; attempt++) {
      expect((await change(own, 'wrong', 'a new good password')).status).toBe(401);
    }
    expect((await change(own, PASSWORD, 'a new good password')).status).toBe(429);
    expect((await logIn(await visit(app), account)).status).toBe(303);
  });
});
