import type { TestApp } from './app.js';
import { Client, platform } from './client.js';
import { done, type TestAccount } from './makers.js';

/** An OAuth client of the account. @returns its id. */
export async function makeOAuthClient({ client }: TestAccount, label = 'An app'): Promise<string> {
  return done(
    await client.post('/account/oauth-clients', { label, redirect_uri: 'https://app.example/callback' }),
  ).id;
}

/** An OAuth token of the account's first user, for a client of its own unless one is given. */
export async function makeOAuthToken(
  app: TestApp,
  account: TestAccount,
  { clientId, scopes = '*', expiry }: { clientId?: string; scopes?: string; expiry?: string } = {},
): Promise<Client> {
  const client_id = clientId ?? (await makeOAuthClient(account));
  const body = { kind: 'oauth', scopes, client_id, expiry };
  const { token } = done(await platform(app).post(`/users/${account.username}/tokens`, body));
  return new Client(app.url, token);
}
