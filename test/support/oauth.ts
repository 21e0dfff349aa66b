import { createHash, randomBytes } from 'node:crypto';
import type { TestApp } from './app.js';
import { Client, platform, type Answer } from './client.js';
import { done, type TestAccount } from './makers.js';
import { Visitor, type Page } from './visitor.js';

export const PASSWORD = 'correct horse battery';
export const CALLBACK = 'https://app.example.com/callback';

export interface TestOAuthClient {
  readonly id: string;
  readonly secret: string | null;
  readonly redirectUri: string;
}

export async function makeOAuthClient(
  app: TestApp,
  account: TestAccount,
  { redirectUri = CALLBACK, isPublic = false, label = 'Fleet' } = {},
): Promise<TestOAuthClient> {
  const wanted = { account_id: account.id, label, redirect_uri: redirectUri, public: isPublic };
  const { id, secret } = done(await platform(app).post('/oauth-clients', wanted));
  return { id, secret, redirectUri };
}

/** A proof key (RFC 7636). */
export function proofKey() {
  const verifier = randomBytes(32).toString('base64url');
  const challenge = createHash('sha256').update(verifier).digest('base64url');
  return { verifier, challenge };
}

export function authorizePath(client: TestOAuthClient, extra: Record<string, string> = {}): string {
  const parameters = { client_id: client.id, response_type: 'code', scope: 'vpc:read_only', ...extra };
  return `/oauth/authorize?${new URLSearchParams(parameters)}`;
}

/** Asks for access; leads to the page of the first step. */
export async function ask(visitor: Visitor, path: string): Promise<{ at: string; page: Page }> {
  const redirected = await visitor.get(path);
  return { at: redirected.location, page: await visitor.get(redirected.location) };
}

export function enterPassword(
  visitor: Visitor,
  at: string,
  username: string,
  extra: Record<string, string> = {},
) {
  return visitor.submit(at, { step: 'password', username, password: PASSWORD, ...extra });
}

/** The address that the application gets its answer at. */
export async function answer(visitor: Visitor, at: string, consent: 'allow' | 'deny'): Promise<URL> {
  const page = await visitor.follow(await visitor.submit(at, { step: 'consent', answer: consent }));
  return new URL(page.location);
}

/** A whole authorization by a user who has a password and no second factor. */
export async function authorize(
  app: TestApp,
  client: TestOAuthClient,
  username: string,
  extra: Record<string, string> = {},
): Promise<string> {
  const visitor = new Visitor(app);
  const { at } = await ask(visitor, authorizePath(client, extra));
  await visitor.follow(await enterPassword(visitor, at, username));
  const location = await answer(visitor, at, 'allow');
  return location.searchParams.get('code') ?? '';
}

/** A request to the token or the revocation endpoint; a confidential client's secret goes into the body. */
export async function postForm(
  app: TestApp,
  path: '/oauth/token' | '/oauth/revoke',
  client: TestOAuthClient,
  fields: Record<string, string>,
): Promise<Answer> {
  const secret: Record<string, string> = client.secret === null ? {} : { client_secret: client.secret };
  const body = new URLSearchParams({ client_id: client.id, ...secret, ...fields });
  const response = await fetch(app.url + path, { method: 'POST', body });
  return { status: response.status, body: await response.json(), headers: response.headers };
}

export function redeem(
  app: TestApp,
  client: TestOAuthClient,
  code: string,
  extra: Record<string, string> = {},
) {
  const grant = { grant_type: 'authorization_code', code, redirect_uri: client.redirectUri };
  return postForm(app, '/oauth/token', client, { ...grant, ...extra });
}

export function refresh(
  app: TestApp,
  client: TestOAuthClient,
  token: string,
  extra: Record<string, string> = {},
) {
  return postForm(app, '/oauth/token', client, {
    grant_type: 'refresh_token',
    refresh_token: token,
    ...extra,
  });
}

export function apiOf(app: TestApp, accessToken: string): Client {
  return new Client(app.url, accessToken);
}
