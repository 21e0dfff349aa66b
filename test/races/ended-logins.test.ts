import pg from 'pg';
import { startApp, type TestApp } from '../support/app.js';
import { enterCode, logIn, signIn, visit } from '../support/login.js';
import { done, makeAccount, type TestAccount } from '../support/makers.js';
import { ask, authorizePath, makeOAuthClient } from '../support/oauth.js';
import { add, begin, ids, PASSKEYS } from '../support/passkeys.js';
import { lockIsAwaited, query } from '../support/sql.js';
import { askedOptions, Authenticator } from '../support/authenticator.js';
import { enableTwoFactor, totpCode } from '../support/two-factor.js';
import type { Visitor } from '../support/visitor.js';

let app: TestApp;
beforeAll(async () => (app = await startApp({ TRUSTED_PROXIES: '127.0.0.1' })));
afterAll(() => app.close());

interface Form {
  readonly path: string;
  readonly fields: Record<string, string>;
}

/** The forms of a signed-in user that change something, on their pages. */
const FORMS: Record<string, (visitor: Visitor, account: TestAccount) => Promise<Form>> = {
  'a consent': async (visitor, account) => {
    const { at } = await ask(visitor, authorizePath(await makeOAuthClient(app, account)));
    return { path: at, fields: { step: 'consent', answer: 'allow' } };
  },
  'the end of a token': async (visitor, { client }) => {
    const { id } = done(await client.post('/profile/tokens', { label: 'ci', scopes: 'vpc:read_only' }));
    await visitor.get('/login/access');
    return { path: '/login/access', fields: { step: 'end', token: String(id) } };
  },
  'the end of other logins': async (visitor, account) => {
    await signIn(app, account);
    await visitor.get('/login/security');
    return { path: '/login/security', fields: { step: 'end' } };
  },
  'a new passkey': async (visitor) => {
    const authenticator = new Authenticator();
    const credential = authenticator.create(askedOptions((await begin(visitor)).text));
    return { path: PASSKEYS, fields: { step: 'create', name: 'Late', credential } };
  },
  'a new name of a passkey': async (visitor) => {
    await add(visitor);
    const [passkey = ''] = ids((await visitor.get(PASSKEYS)).text);
    return { path: PASSKEYS, fields: { step: 'rename', name: 'Late', passkey } };
  },
  'the end of a passkey': async (visitor) => {
    await add(visitor);
    const [passkey = ''] = ids((await visitor.get(PASSKEYS)).text);
    return { path: PASSKEYS, fields: { step: 'remove', passkey } };
  },
};

const OWNED = `SELECT
  (SELECT count(*)::int FROM oauth_grants WHERE user_id = $1) AS consents,
  (SELECT count(*)::int FROM tokens WHERE user_id = $1) AS tokens,
  (SELECT count(*)::int FROM login_sessions WHERE user_id = $1) AS logins,
  (SELECT array_agg(name) FROM passkeys WHERE user_id = $1) AS passkeys`;

it.each(Object.entries(FORMS))(
  '[D-206] %s changes nothing when its login ends meanwhile',
  async (_what, open) => {
    const account = await makeAccount(app);
    const visitor = await signIn(app, account);
    const { path, fields } = await open(visitor, account);
    const ending = new pg.Client({ connectionString: app.databaseUrl });
    await ending.connect();
    await ending.query('BEGIN');
    await ending.query('SELECT FROM users WHERE id = $1 FOR NO KEY UPDATE', [account.uid]);
    const current = 'SELECT min(id) FROM login_sessions WHERE user_id = $1';
    await ending.query(`DELETE FROM login_sessions WHERE id = (${current})`, [account.uid]);
    const owned = (await ending.query(OWNED, [account.uid])).rows;
    const submitted = visitor.submit(path, fields);
    await lockIsAwaited(app);
    await ending.query('COMMIT');
    await ending.end();
    expect(await submitted).toMatchObject({ status: 303, location: path });
    expect(await query(app, OWNED, [account.uid])).toEqual(owned);
  },
);

it('[D-80] tfa-disable also ends a device that a login is adding at the same time', async () => {
  const account = await makeAccount(app);
  const { secret } = await enableTwoFactor(app, account.client);
  const visitor = await visit(app);
  await visitor.follow(await logIn(visitor, account, { remember: 'yes' }));
  const holding = new pg.Client({ connectionString: app.databaseUrl });
  await holding.connect();
  await holding.query('BEGIN; LOCK TABLE login_sessions IN SHARE MODE');
  const entered = enterCode(visitor, totpCode(app, secret, 1));
  await lockIsAwaited(app);
  const disabled = account.client.post('/profile/tfa-disable');
  await lockIsAwaited(app, 2);
  await holding.query('COMMIT');
  await holding.end();
  done(await disabled);
  expect((await entered).status).toBe(303);
  expect((await account.client.get('/profile/devices')).body.data).toEqual([]);
});
