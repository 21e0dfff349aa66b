import { Secret, TOTP } from 'otpauth';
import type { TestApp } from '../../support/app.js';
import { Client, platform } from '../../support/client.js';
import { makeDisk, send } from '../../support/images.js';
import { done, makeAccount, next, type TestAccount } from '../../support/makers.js';
import { answer, ask, authorizePath, enterPassword, makeOAuthClient, redeem } from '../../support/oauth.js';
import type { TextMessageReceiver } from '../../support/text-message-receiver.js';
import { issueSecret } from '../../support/two-factor.js';
import { Visitor } from '../../support/visitor.js';

export const MINUTE = 60;
export const HOUR = 3600;
export const DAY = 86_400;

/** The service as timers see it. */
export interface Timed {
  readonly app: TestApp;
  readonly messages: TextMessageReceiver;
  /** The service's present, in milliseconds. */
  now(): number;
}

/** Something that expires. */
export interface Timer {
  readonly name: string;
  readonly seconds: number;
  /** True when a job ends it at its next turn; otherwise it ends at that second. */
  readonly byJob?: boolean;
  /** @returns whether it still is; asked once. */
  readonly begin: (timed: Timed) => Promise<() => Promise<boolean>>;
}

const DISK = new Uint8Array(makeDisk(20_000).gzip);

export const TIMERS: readonly Timer[] = [
  {
    name: 'a phone code',
    seconds: 10 * MINUTE,
    begin: async (timed) => {
      const { client } = await makeAccount(timed.app);
      const number = `555666${1000 + (next() % 9000)}`;
      done(await client.post('/profile/phone-number', { iso_code: 'US', phone_number: number }));
      const otp_code = timed.messages.codeFor(`+1${number}`);
      return async () => isServed(await client.post('/profile/phone-number/verify', { otp_code }), 400);
    },
  },
  {
    name: 'an authorization code',
    seconds: 10 * MINUTE,
    begin: async ({ app }) => {
      const { client, code } = await authorized(app);
      return async () => isServed(await redeem(app, client, code), 400);
    },
  },
  {
    name: 'an OAuth access token',
    seconds: 2 * HOUR,
    begin: async ({ app }) => {
      const { client, code } = await authorized(app);
      const { access_token } = done(await redeem(app, client, code));
      return async () => isServed(await new Client(app.url, access_token).get('/profile'), 401);
    },
  },
  {
    name: 'an upload’s window',
    seconds: DAY,
    begin: async ({ app }) => {
      const { client } = await makeAccount(app);
      const { upload_to } = done(await client.post('/images/upload', { label: 'timed', region: 'us-east' }));
      return async () => isServed(await send(app.url + new URL(upload_to as string).pathname, DISK), 404);
    },
  },
  {
    name: 'an image that waits for its upload',
    seconds: DAY,
    byJob: true,
    begin: async ({ app }) => {
      const { client } = await makeAccount(app);
      const { image } = done(await client.post('/images/upload', { label: 'timed', region: 'us-east' }));
      return async () => isServed(await client.get(`/images/${image.id}`), 404);
    },
  },
  {
    name: 'a two-factor secret',
    seconds: DAY,
    begin: async ({ app, now }) => {
      const { client } = await makeAccount(app);
      const totp = new TOTP({ secret: Secret.fromBase32(await issueSecret(client)) });
      return async () => {
        const tfa_code = totp.generate({ timestamp: now() });
        return isServed(await client.post('/profile/tfa-enable-confirm', { tfa_code }), 400);
      };
    },
  },
  {
    name: 'a personal token with an expiry',
    seconds: DAY,
    begin: async ({ app, now }) => {
      const { client } = await makeAccount(app);
      const expiry = new Date(now() + DAY * 1000).toISOString().slice(0, 19);
      const { token } = done(await client.post('/profile/tokens', { expiry }));
      return async () => isServed(await new Client(app.url, token).get('/profile'), 401);
    },
  },
  {
    name: 'an automatic image',
    seconds: 7 * DAY,
    byJob: true,
    begin: async ({ app }) => {
      const account = await makeAccount(app);
      const id = 1_000_000 + next();
      const disks = [{ id, label: 'boot', size: 100 }];
      const instance = { account_id: account.id, label: 'i', region: 'us-east', status: 'offline', disks };
      done(await platform(app).put(`/instances/${id}`, instance));
      done(await platform(app).delete(`/instances/${id}?keep_image=true`));
      return async () => (await account.client.filter('/images', { type: 'automatic' })).body.results === 1;
    },
  },
  {
    name: 'a trusted device',
    seconds: 30 * DAY,
    begin: async ({ app }) => {
      const account = await makeAccount(app);
      await logIn(app, account, { remember: 'yes' });
      return async () => done(await account.client.get('/profile/devices')).results === 1;
    },
  },
  {
    name: 'a line of the login history',
    seconds: 90 * DAY,
    begin: async ({ app }) => {
      const account = await makeAccount(app);
      await logIn(app, account);
      return async () => done(await account.client.get('/profile/logins')).results === 1;
    },
  },
];

/** Returns whether the answer is 200. Any other answer must be this refusal. */
function isServed({ status }: { readonly status: number }, refused: number): boolean {
  if (status !== 200) expect(status).toBe(refused);
  return status === 200;
}

async function logIn(app: TestApp, { username }: TestAccount, extra: Record<string, string> = {}) {
  const visitor = new Visitor(app);
  await visitor.get('/login');
  expect((await enterPassword(visitor, '/login', username, extra)).status).toBe(303);
}

async function authorized(app: TestApp) {
  const account = await makeAccount(app);
  const client = await makeOAuthClient(app, account);
  const visitor = new Visitor(app);
  const { at } = await ask(visitor, authorizePath(client));
  await visitor.follow(await enterPassword(visitor, at, account.username));
  const location = await answer(visitor, at, 'allow');
  return { client, code: location.searchParams.get('code') ?? '' };
}
