import type { TestApp } from './app.js';
import { askedOptions, Authenticator, type Lies } from './authenticator.js';
import { signIn, visit } from './login.js';
import { done, makeAccount, type TestAccount } from './makers.js';
import { PASSWORD } from './oauth.js';
import type { Page, Visitor } from './visitor.js';

/** The page of a user's passkeys. */
export const PASSKEYS = '/login/passkeys';

/** The page that lets the browser create a passkey. */
export async function begin(visitor: Visitor, current = PASSWORD, name = 'Phone'): Promise<Page> {
  await visitor.get(PASSKEYS);
  return visitor.submit(PASSKEYS, { step: 'add', name, current });
}

/** Adds a passkey of a new authenticator. */
export async function add(visitor: Visitor, name = 'Phone', lies: Lies = {}) {
  const authenticator = new Authenticator();
  const credential = authenticator.create(askedOptions((await begin(visitor, PASSWORD, name)).text), lies);
  const page = await visitor.submit(PASSKEYS, { step: 'create', name, credential });
  return { authenticator, credential, page };
}

/** A user with a passkey, and a browser that has never seen them. */
export async function withPasskey(app: TestApp) {
  const account = await makeAccount(app);
  const own = await signIn(app, account);
  const { authenticator } = await add(own);
  return { account, own, authenticator, stranger: await visit(app) };
}

/** Signs in with the passkey. */
export async function usePasskey(
  visitor: Visitor,
  authenticator: Authenticator,
  lies: Lies = {},
): Promise<Page> {
  const { text } = await visitor.get('/login');
  return visitor.submit('/login', {
    step: 'passkey',
    credential: authenticator.get(askedOptions(text), lies),
  });
}

export const isSignedIn = async (visitor: Visitor) =>
  (await visitor.get('/login')).text.includes('You are signed in');
/** The passkeys that the page lists. */
export const ids = (text: string) =>
  [...text.matchAll(/name="passkey" value="(\d+)"/g)].map(([, id]) => id ?? '');
export const messages = async ({ client }: TestAccount) =>
  done(await client.get('/account/events')).data.map(({ message }: { message: string }) => message);
