import pg from 'pg';
import { startApp, type TestApp } from '../support/app.js';
import { platform, refusal } from '../support/client.js';
import { logIn, signIn, visit } from '../support/login.js';
import { done, makeAccount, next } from '../support/makers.js';
import { ask, authorizePath, makeOAuthClient } from '../support/oauth.js';
import { lockIsAwaited } from '../support/sql.js';

let app: TestApp;
beforeAll(async () => (app = await startApp()));
afterAll(() => app.close());

const INVALID_TOKEN = { status: 401, body: refusal('', 'Invalid Token') };
const USER = ['DELETE FROM users WHERE id = $1'];
const ACCOUNT = ['DELETE FROM users WHERE account_id = $1', 'DELETE FROM accounts WHERE id = $1'];

/** The result of a request that waits for a transaction which deletes the row with the id. */
async function whileDeleting<Result>(
  statements: string[],
  id: number | string,
  ask: () => Promise<Result>,
): Promise<Result> {
  const deleting = new pg.Client({ connectionString: app.databaseUrl });
  await deleting.connect();
  await deleting.query('BEGIN');
  for (const statement of statements) await deleting.query(statement, [id]);
  const asked = ask();
  await lockIsAwaited(app);
  await deleting.query('COMMIT');
  await deleting.end();
  return asked;
}

it('[D-206] a token for a user who is deleted while they ask for it is refused with 401', async () => {
  const { client, uid } = await makeAccount(app);
  const answer = await whileDeleting(USER, uid, () => client.post('/profile/tokens', { label: 'late' }));
  expect(answer).toMatchObject(INVALID_TOKEN);
});

it('[D-206] a mark on an event by a user who is deleted meanwhile is refused with 401', async () => {
  const { client, uid } = await makeAccount(app);
  done(await client.post('/vpcs', { label: 'net', region: 'us-east' }));
  const { id } = (await client.get('/account/events')).body.data[0];
  const answer = await whileDeleting(USER, uid, () => client.post(`/account/events/${id}/read`));
  expect(answer).toMatchObject(INVALID_TOKEN);
});

it('[D-204] [D-206] a claim for an account that is deleted meanwhile is refused with 401', async () => {
  const { client, id } = await makeAccount(app);
  const domain = `late-${next()}.test`;
  const answer = await whileDeleting(ACCOUNT, id, () => client.post('/domains/claims', { domain }));
  expect(answer).toMatchObject(INVALID_TOKEN);
});

it('[D-206] a domain for an account that is deleted meanwhile is refused with 401', async () => {
  const { client, id } = await makeAccount(app);
  const body = { domain: `late-${next()}.test`, type: 'master', soa_email: 'admin@example.com' };
  const answer = await whileDeleting(ACCOUNT, id, () => client.post('/domains', body));
  expect(answer).toMatchObject(INVALID_TOKEN);
});

it('[D-123] [D-206] an upload for an account that is deleted meanwhile is refused with 401', async () => {
  const { client, id } = await makeAccount(app);
  const body = { label: 'golden', region: 'us-east' };
  const answer = await whileDeleting(ACCOUNT, id, () => client.post('/images/upload', body));
  expect(answer).toMatchObject(INVALID_TOKEN);
});

it.each([
  ['/account/oauth-clients', { label: 'late', redirect_uri: 'https://app.example.com/callback' }],
  ['/account/users', { username: `late-${next()}`, email: 'late@example.com', restricted: true }],
])('[D-206] POST %s of an account that is deleted meanwhile is refused with 401', async (path, body) => {
  const { client, id } = await makeAccount(app);
  expect(await whileDeleting(ACCOUNT, id, () => client.post(path, body))).toMatchObject(INVALID_TOKEN);
});

it('[D-209] a login of a user who is deleted at the same time is refused as a wrong one', async () => {
  const account = await makeAccount(app);
  const visitor = await visit(app);
  expect((await whileDeleting(USER, account.uid, () => logIn(visitor, account))).status).toBe(401);
});

it('[D-149] a consent to an application that is deleted at the same time is refused', async () => {
  const account = await makeAccount(app);
  const client = await makeOAuthClient(app, account);
  const visitor = await signIn(app, account);
  const { at } = await ask(visitor, authorizePath(client));
  const allow = () => visitor.submit(at, { step: 'consent', answer: 'allow' });
  const deleting = ['DELETE FROM oauth_clients WHERE id = $1'];
  expect((await whileDeleting(deleting, client.id, allow)).status).toBe(400);
});

it.each(['personal', 'oauth'])(
  '[D-48] a token (%s) that the platform makes for a user who is deleted meanwhile is refused with 404',
  async (kind) => {
    const { uid, username } = await makeAccount(app);
    const { id: client_id } = await makeOAuthClient(app, await makeAccount(app));
    const body = { kind, scopes: '*', ...(kind === 'oauth' && { client_id }) };
    const make = () => platform(app).post(`/users/${username}/tokens`, body);
    expect((await whileDeleting(USER, uid, make)).status).toBe(404);
  },
);

it('[D-149] the application gets no code of a consent that ends at the same time', async () => {
  const account = await makeAccount(app);
  const client = await makeOAuthClient(app, account);
  const visitor = await signIn(app, account);
  const { at } = await ask(visitor, authorizePath(client));
  const { location } = await visitor.submit(at, { step: 'consent', answer: 'allow' });
  const ending = ['DELETE FROM oauth_grants WHERE user_id = $1'];
  const answer = await whileDeleting(ending, account.uid, () => visitor.get(location));
  expect(answer.status).toBe(303);
  expect(new URL(answer.location).searchParams.get('error')).toBe('access_denied');
});
