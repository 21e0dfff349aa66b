import pg from 'pg';
import { startApp, type TestApp } from '../support/app.js';
import { platform } from '../support/client.js';
import { makeAccount, type TestAccount } from '../support/makers.js';
import {
  apiOf,
  authorize,
  makeOAuthClient,
  PASSWORD,
  postForm,
  proofKey,
  redeem,
  refresh,
} from '../support/oauth.js';
import { lockIsAwaited } from '../support/sql.js';

let app: TestApp;
let holder: pg.Client;
beforeAll(async () => {
  app = await startApp();
  holder = new pg.Client(app.databaseUrl);
  await holder.connect();
});
afterAll(async () => {
  await holder.end();
  await app.close();
});

/** Holds the exchange of the user's codes when their tokens are stored, and not committed. */
async function holdExchange({ uid }: TestAccount): Promise<void> {
  await holder.query('BEGIN');
  const ofUser = 'SELECT FROM oauth_grants WHERE user_id = $1 AND authorized_app_id IS NULL';
  await holder.query(`${ofUser} FOR NO KEY UPDATE`, [uid]);
}

it('[D-153] the revocation of an old token keeps the tokens that a code gets at the same time', async () => {
  const account = await makeAccount(app);
  const client = await makeOAuthClient(app, account);
  const old = (await redeem(app, client, await authorize(app, client, account.username))).body;
  const code = await authorize(app, client, account.username);
  await holdExchange(account);
  const exchange = redeem(app, client, code);
  await lockIsAwaited(app);
  const revocation = postForm(app, '/oauth/revoke', client, { token: old.refresh_token });
  await lockIsAwaited(app, 2);
  await holder.query('COMMIT');
  expect((await revocation).status).toBe(200);
  const { status, body } = await exchange;
  expect(status).toBe(200);
  expect((await apiOf(app, body.access_token).get('/vpcs')).status).toBe(200);
  expect((await apiOf(app, old.access_token).get('/vpcs')).status).toBe(401);
  expect((await refresh(app, client, body.refresh_token)).status).toBe(200);
  expect((await account.client.get('/profile/apps')).body.data).toMatchObject([{ expiry: null }]);
});

it('[D-141] a new password leaves no app of a code that is exchanged at the same time', async () => {
  const account = await makeAccount(app);
  const client = await makeOAuthClient(app, account);
  const code = await authorize(app, client, account.username);
  await holdExchange(account);
  const exchange = redeem(app, client, code);
  await lockIsAwaited(app);
  const change = platform(app).put(`/users/${account.username}/password`, { password: `${PASSWORD} 2` });
  await lockIsAwaited(app, 2);
  await holder.query('COMMIT');
  expect((await change).status).toBe(200);
  const { body } = await exchange;
  expect((await apiOf(app, body.access_token).get('/vpcs')).status).toBe(401);
  expect((await account.client.get('/profile/apps')).body.data).toEqual([]);
});

it('[D-208] the end of an app leaves no access of a code that is exchanged at the same time', async () => {
  const account = await makeAccount(app);
  const client = await makeOAuthClient(app, account);
  await redeem(app, client, await authorize(app, client, account.username));
  const [{ id }] = (await account.client.get('/profile/apps')).body.data;
  const code = await authorize(app, client, account.username);
  await holdExchange(account);
  const exchange = redeem(app, client, code);
  await lockIsAwaited(app);
  const end = account.client.delete(`/profile/apps/${id}`);
  await lockIsAwaited(app, 2);
  await holder.query('COMMIT');
  expect((await end).status).toBe(200);
  const { body } = await exchange;
  expect((await apiOf(app, body.access_token).get('/vpcs')).status).toBe(401);
  expect((await account.client.get('/profile/apps')).body.data).toEqual([]);
});

it('[D-89] a code that is exchanged when the last token expires keeps the tokens of another code', async () => {
  const account = await makeAccount(app);
  const client = await makeOAuthClient(app, account, { isPublic: true });
  const { verifier, challenge } = proofKey();
  const asked = { code_challenge: challenge, code_challenge_method: 'S256' };
  const newCode = () => authorize(app, client, account.username, asked);
  const exchange = (code: string) => redeem(app, client, code, { code_verifier: verifier });
  await exchange(await newCode());
  app.clock.forward(7199);
  const [one, other] = [await newCode(), await newCode()];
  await holdExchange(account);
  const second = exchange(one);
  await lockIsAwaited(app);
  app.clock.forward(2);
  const third = exchange(other);
  await lockIsAwaited(app, 2);
  await holder.query('COMMIT');
  for (const { status, body } of await Promise.all([second, third])) {
    expect(status).toBe(200);
    expect((await apiOf(app, body.access_token).get('/vpcs')).status).toBe(200);
  }
});
