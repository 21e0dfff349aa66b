import { randomBytes } from 'node:crypto';
import { makeUpload, send } from '../../support/images.js';
import { Client, platform, type Answer } from '../../support/client.js';
import type { TestApp } from '../../support/app.js';
import { done, makeAccount, next } from '../../support/makers.js';
import {
  answer,
  ask,
  authorizePath,
  CALLBACK,
  enterPassword,
  postForm,
  proofKey,
  redeem,
  refresh,
  type TestOAuthClient,
} from '../../support/oauth.js';
import type { TextMessageReceiver } from '../../support/text-message-receiver.js';
import { enableTwoFactor, issueSecret, totpCode } from '../../support/two-factor.js';
import { Visitor } from '../../support/visitor.js';

/** What an account's use of the service leaves that nobody else may read. */
export interface Canaries {
  /** Long enough to be found anywhere. */
  readonly secrets: string[];
  /** Six digits: found only where they stand alone. */
  readonly codes: string[];
  /** What was refused, as the caller was told. */
  readonly refusals: Answer[];
  readonly client: Client;
}

const canary = () => `canary-${randomBytes(12).toString('hex')}`;

/** One of every secret of the service, each used rightly and wrongly. */
export async function useSecrets(app: TestApp, receiver: TextMessageReceiver): Promise<Canaries> {
  const account = await makeAccount(app);
  const { username, client } = account;
  const found: Canaries = { secrets: [client.token!], codes: [], refusals: [], client };
  const password = canary();
  done(await platform(app).put(`/users/${username}/password`, { password }));
  found.secrets.push(password);
  await useTokens(app, username, found);
  await useProfile(app, receiver, found);
  await useImages(app, found);
  await useOAuth(app, { username, password, accountId: account.id }, found);
  return found;
}

async function useTokens(
  app: TestApp,
  username: string,
  { client, secrets, refusals }: Canaries,
): Promise<void> {
  const { token } = done(await client.post('/profile/tokens', { label: 'canary' }));
  const other = done(
    await platform(app).post(`/users/${username}/tokens`, { kind: 'personal', scopes: 'vpc:read_only' }),
  );
  const unknown = randomBytes(32).toString('hex');
  secrets.push(token, other.token, unknown);
  const own = new Client(app.url, token);
  refusals.push(await own.get(`/domains/${token}`), await own.post('/profile/tokens', { scopes: token }));
  refusals.push(
    await new Client(app.url, unknown).get('/profile'),
    await new Client(app.url, other.token).put('/profile'),
  );
  refusals.push(await client.filter('/vpcs', `{"label": "${token}`), await client.get(`/vpcs?page=${token}`));
}

async function useProfile(app: TestApp, receiver: TextMessageReceiver, found: Canaries): Promise<void> {
  const { client, secrets, codes, refusals } = found;
  const { secret, scratch } = await enableTwoFactor(app, client);
  const pending = await issueSecret(client);
  const answers = [1, 2, 3].map((question_id) => ({ question_id, response: canary() }));
  done(await client.post('/profile/security-questions', { security_questions: answers }));
  secrets.push(secret, scratch, pending, ...answers.map(({ response }) => response));
  refusals.push(await client.post('/profile/security-questions', { security_questions: answers.slice(1) }));
  refusals.push(await client.post('/profile/tfa-enable-confirm', { tfa_code: scratch }));
  const body = { iso_code: 'US', phone_number: `+1555555${String(next()).padStart(4, '0')}` };
  done(await client.post('/profile/phone-number', body));
  const code = receiver.codeFor(body.phone_number);
  codes.push(code, totpCode(app, secret));
  refusals.push(await client.post('/profile/phone-number/verify', { otp_code: `${code}0` }));
  done(await client.post('/profile/phone-number/verify', { otp_code: code }));
  done(await client.post('/profile/tfa-disable'));
}

async function useImages(app: TestApp, { client, secrets, refusals }: Canaries): Promise<void> {
  const { address } = await makeUpload(app, client);
  secrets.push(address.split('/').at(-1)!);
  refusals.push(await send(address, 'no gzip'), await send(`${address}x`, ''));
}

interface Person {
  readonly username: string;
  readonly password: string;
  readonly accountId: number;
}

async function useOAuth(
  app: TestApp,
  { username, password, accountId }: Person,
  found: Canaries,
): Promise<void> {
  const { secrets, client, refusals } = found;
  const made = { account_id: accountId, label: 'canary', redirect_uri: CALLBACK };
  const { id, secret: first } = done(await platform(app).post('/oauth-clients', made));
  const { secret } = done(await client.post(`/account/oauth-clients/${id}/reset-secret`));
  const confidential: TestOAuthClient = { id, secret, redirectUri: CALLBACK };
  const { verifier, challenge } = proofKey();
  const visitor = new Visitor(app);
  const state = canary();
  const path = authorizePath(confidential, {
    state,
    code_challenge: challenge,
    code_challenge_method: 'S256',
  });
  const { at } = await ask(visitor, path);
  const wrong = canary();
  await enterPassword(visitor, at, username, { password: wrong });
  await visitor.follow(await enterPassword(visitor, at, username, { password, remember: 'yes' }));
  const location = await answer(visitor, at, 'allow');
  const code = location.searchParams.get('code')!;
  const pair = done(await redeem(app, confidential, code, { code_verifier: verifier }));
  const later = done(await refresh(app, confidential, pair.refresh_token));
  refusals.push(
    await postForm(
      app,
      '/oauth/token',
      { ...confidential, secret: wrong },
      { grant_type: 'refresh_token', refresh_token: wrong },
    ),
  );
  refusals.push(await redeem(app, confidential, canary(), { code_verifier: verifier }));
  const { uid } = done(await client.get('/profile'));
  const names = ['login', `login_device_${uid}`, 'login_browser'];
  const cookies = names.map((name) => visitor.cookie(name)!);
  secrets.push(first, secret, wrong, code, verifier, pair.access_token, pair.refresh_token);
  secrets.push(later.access_token, later.refresh_token, ...cookies);
}
