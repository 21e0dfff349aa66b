import { ARGON2ID } from '../../src/access/credentials/password.js';
import type { TestApp } from './app.js';
import { Client, platform, type Answer } from './client.js';

let count = 0;
let file: string | undefined;

/** A number that is unique in this test file, for names and for compute's ids. Each file counts from 1. */
export function next(): number {
  const { testPath } = expect.getState();
  if (testPath !== file) [file, count] = [testPath, 0];
  return ++count;
}

export interface TestAccount {
  readonly id: number;
  readonly username: string;
  readonly uid: number;
  /** The account's first, unrestricted user, with every scope. */
  readonly client: Client;
}

export async function makeAccount(app: Pick<TestApp, 'url'>, parent?: number): Promise<TestAccount> {
  const username = `user-${next()}`;
  const answer = await withCheapHashes(() =>
    platform(app).post('/accounts', {
      company: 'Example Ltd',
      email: `${username}@example.com`,
      parent_account_id: parent,
      user: { username, email: `${username}@example.com`, password: 'correct horse battery' },
    }),
  );
  const { id, user, token } = done(answer);
  return { id, username, uid: user.uid, client: new Client(app.url, token) };
}

const COST = { ...ARGON2ID };
let cheap = 0;

/** A hash at the service's cost takes longer than the rest of many tests. A login takes the cost from the stored hash. */
async function withCheapHashes<Result>(work: () => Promise<Result>): Promise<Result> {
  if (cheap++ === 0) Object.assign(ARGON2ID, { memoryCost: 8, timeCost: 1 });
  try {
    return await work();
  } finally {
    if (--cheap === 0) Object.assign(ARGON2ID, COST);
  }
}

/** A token of an existing user with these scopes. */
export async function makeToken(
  app: Pick<TestApp, 'url'>,
  username: string,
  scopes: string,
): Promise<Client> {
  const answer = await platform(app).post(`/users/${username}/tokens`, { kind: 'personal', scopes });
  return new Client(app.url, done(answer).token);
}

interface TestUser {
  readonly username: string;
  readonly uid: number;
  readonly client: Client;
}

/** A restricted user of the account with these grants. */
export async function makeRestricted(
  app: TestApp,
  account: TestAccount,
  grants: object = {},
): Promise<TestUser> {
  const username = `restricted-${next()}`;
  const user = { username, email: `${username}@example.com`, restricted: true };
  const { uid } = done(await platform(app).post(`/accounts/${account.id}/users`, user));
  done(await platform(app).put(`/users/${username}/grants`, grants));
  return { username, uid, client: await makeToken(app, username, '*') };
}

/** A proxy user of a child account, with a token from the platform. */
export async function makeProxy(app: TestApp): Promise<Client> {
  const parent = await makeAccount(app);
  const child = await makeAccount(app, parent.id);
  const username = `proxy-${next()}`;
  const user = { username, email: `${username}@example.com`, user_type: 'proxy', restricted: false };
  done(await platform(app).post(`/accounts/${child.id}/users`, user));
  return makeToken(app, username, '*');
}

/** A VPC with this many subnets, from 10.0.1.0/24 on. */
export async function makeVpc(client: Client, { subnets = 0, label = 'net', region = 'us-east' } = {}) {
  const ranges = Array.from({ length: subnets }, (_, i) => ({
    label: `subnet-${i + 1}`,
    ipv4: `10.0.${i + 1}.0/24`,
  }));
  return done(await client.post('/vpcs', { label, region, subnets: ranges }));
}

/** An instance whose configuration profiles have these interfaces. */
export async function makeInstance(
  app: TestApp,
  account: TestAccount,
  interfaces: readonly object[] = [],
  extra: object = {},
) {
  const id = next();
  const withIds = interfaces.map((one) => ({ id: next(), purpose: 'vpc', active: true, ...one }));
  const body = {
    account_id: account.id,
    label: `instance-${id}`,
    region: 'us-east',
    status: 'running',
    disks: [{ id: next(), label: 'boot', size: 25600 }],
    configs: [{ id: next(), label: 'default', interfaces: withIds }],
    ...extra,
  };
  return done(await platform(app).put(`/instances/${id}`, body));
}

/** The body of an answer, which must be 200. */
export function done(answer: Answer) {
  if (answer.status !== 200) throw new Error(`${answer.status}: ${JSON.stringify(answer.body)}`);
  return answer.body;
}
