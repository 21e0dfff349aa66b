import type { TestApp } from './app.js';
import { next, type TestAccount } from './makers.js';
import { enterPassword } from './oauth.js';
import { Visitor, type Page } from './visitor.js';

/** A browser with its own address behind the trusted proxy, on the login page. */
export async function visit(app: TestApp, address = `198.51.100.${next()}`): Promise<Visitor> {
  const visitor = new Visitor(app, { 'X-Forwarded-For': address, 'User-Agent': 'Browser/1.0' });
  await visitor.get('/login');
  return visitor;
}

export function logIn(
  visitor: Visitor,
  { username }: TestAccount,
  extra: Record<string, string> = {},
): Promise<Page> {
  return enterPassword(visitor, '/login', username, extra);
}

/** A browser that is signed in. The user has no second factor. */
export async function signIn(app: TestApp, account: TestAccount, address?: string): Promise<Visitor> {
  const visitor = await visit(app, address);
  await visitor.follow(await logIn(visitor, account));
  return visitor;
}

export function enterCode(visitor: Visitor, code: string): Promise<Page> {
  return visitor.submit('/login', { step: 'code', code });
}
