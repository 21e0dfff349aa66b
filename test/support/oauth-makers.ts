import type { TestApp } from './app.js';
import { Client, platform } from './client.js';
import { done, next, type TestAccount } from './makers.js';
import { query } from './sql.js';

/** An OAuth client of the account. @returns its id. */
export async function makeOAuthClient(app: TestApp, account: TestAccount, label = 'An app'): Promise<string> {
  const id = next().toString(16).padStart(20, '0');
  await query(
    app,
    `INSERT INTO oauth_clients (id, account_id, label, redirect_uri, secret_hash, created)
     VALUES ($1, $2, $3, 'https://app.example/callback', '\\x00', now())`,
    [id, account.id, label],
  );
  return id;
}

/** An OAuth token of the account's first user, for a client of its own unless one is given. */
export async function makeOAuthToken(
  app: TestApp,
  account: TestAccount,
  { clientId, scopes = '*', expiry }: { clientId?: string; scopes?: string; expiry?: string } = {},
): Promise<Client> {
  const client_id = clientId ?? (await makeOAuthClient(app, account));
  const body = { kind: 'oauth', scopes, client_id, expiry };
  const { token } = done(await platform(app).post(`/users/${account.username}/tokens`, body));
  return new Client(app.url, token);
}
