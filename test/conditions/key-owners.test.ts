import { startApp, type TestApp } from '../support/app.js';
import { Client, platform, type Answer } from '../support/client.js';
import { makeDomain, nextDomain } from '../support/domains.js';
import {
  done,
  makeAccount,
  makeRestricted,
  makeToken,
  makeVpc,
  next,
  type TestAccount,
} from '../support/makers.js';
import { narrow, narrowToAcme } from '../support/narrowed.js';
import { makeOAuthClient, makeOAuthToken } from '../support/oauth-makers.js';

let app: TestApp;
beforeAll(async () => (app = await startApp()));
afterAll(() => app.close());

const VPC = { label: 'net', region: 'us-east' };

interface Scene {
  readonly account: TestAccount;
  readonly clientId: string;
  readonly domainId: number;
  readonly vpcId: number;
}

function isReplayed({ headers }: Answer): boolean {
  return headers.get('idempotency-replayed') === 'true';
}

async function newScene(): Promise<Scene> {
  const account = await makeAccount(app);
  const { client } = account;
  const [domain, vpc] = [await makeDomain(client), await makeVpc(client)];
  return { account, clientId: await makeOAuthClient(account), domainId: domain.id, vpcId: vpc.id };
}

/** Credentials of the same user, each with other rights. */
const CREDENTIALS: Record<string, (scene: Scene) => Promise<Client>> = {
  'the wide token': ({ account }) => Promise.resolve(account.client),
  'account:read_write': ({ account }) => makeToken(app, account.username, 'account:read_write'),
  'vpc:read_write': ({ account }) => makeToken(app, account.username, 'vpc:read_write'),
  'domains:read_write': ({ account }) => makeToken(app, account.username, 'domains:read_write'),
  'account and VPCs': ({ account }) => makeToken(app, account.username, 'account:read_write vpc:read_write'),
  'vpc:read_only': ({ account }) => makeToken(app, account.username, 'vpc:read_only'),
  'an application': ({ account, clientId }) => makeOAuthToken(app, account, { clientId }),
  'another application': ({ account }) => makeOAuthToken(app, account),
  'the application with a scope': ({ account, clientId }) =>
    makeOAuthToken(app, account, { clientId, scopes: 'account:read_write' }),
  'narrowed to a VPC': ({ account, vpcId }) =>
    narrow(app, account.client, { vpcs: [vpcId], unused_days: 30 }),
  'narrowed to a domain': ({ account, domainId }) =>
    narrow(app, account.client, { domains: [{ id: domainId }] }),
  'the ACME preset': async ({ account, domainId }) =>
    narrowToAcme(
      app,
      account.client,
      done(await account.client.get(`/domains/${domainId}`)).domain as string,
    ),
};

/** Requests that the wide token may send. */
const REQUESTS: Record<string, (scene: Scene) => readonly [method: string, path: string, body?: object]> = {
  'POST /profile/tokens': () => ['POST', '/profile/tokens', { label: 'made', scopes: '*' }],
  'POST /account/oauth-clients': () => [
    'POST',
    '/account/oauth-clients',
    { label: 'app', redirect_uri: 'https://app.example/cb' },
  ],
  'PUT /profile/preferences': () => ['PUT', '/profile/preferences', { theme: `dark ${next()}` }],
  'POST /vpcs': () => ['POST', '/vpcs', VPC],
  'PUT /vpcs/{id}': ({ vpcId }) => ['PUT', `/vpcs/${vpcId}`, { label: 'renamed' }],
  'DELETE /vpcs/{id}': ({ vpcId }) => ['DELETE', `/vpcs/${vpcId}`],
  'POST records': ({ domainId }) => [
    'POST',
    `/domains/${domainId}/records`,
    { type: 'A', name: 'www', target: '192.0.2.1' },
  ],
  'POST /profile/access': () => ['POST', '/profile/access', { method: 'GET', path: '/v4/vpcs' }],
};

describe.each(Object.keys(REQUESTS))('a key of %s', (request) => {
  it.each(Object.keys(CREDENTIALS).slice(1))(
    '[D-272] of the wide token is unused for %s',
    async (credential) => {
      const scene = await newScene();
      const other = await CREDENTIALS[credential]!(scene);
      const [method, path, body] = REQUESTS[request]!(scene);
      const alone = await other.send(method, path, body, { 'Dry-Run': 'true' });
      const headers = { 'Idempotency-Key': `key-${next()}` };
      done(await scene.account.client.send(method, path, body, headers));
      const isGone = method === 'DELETE' && alone.status === 200;

      const answer = await other.send(method, path, body, headers);

      expect(isReplayed(answer)).toBe(false);
      expect(answer.status).toBe(isGone ? 404 : alone.status);
    },
  );

  it('[D-272] is the same for any token with the same rights', async () => {
    const scene = await newScene();
    const [method, path, body] = REQUESTS[request]!(scene);
    const headers = { 'Idempotency-Key': `key-${next()}` };
    const [one, other] = [await makeToken(app, scene.account.username, '*'), scene.account.client];
    const first = await one.send(method, path, body, headers);
    const again = await other.send(method, path, body, headers);
    expect([again.status, again.body, isReplayed(again)]).toEqual([200, first.body, true]);
  });
});

it('[D-272] a refreshed access token gets the kept answer, and the application of another client does not', async () => {
  const scene = await newScene();
  const [one, refreshed, other] = [
    await CREDENTIALS['an application']!(scene),
    await CREDENTIALS['an application']!(scene),
    await CREDENTIALS['another application']!(scene),
  ];
  const headers = { 'Idempotency-Key': 'key' };
  const body = { theme: 'dark' };
  done(await one.put('/profile/preferences', body, headers));
  expect(isReplayed(await refreshed.put('/profile/preferences', body, headers))).toBe(true);
  expect(isReplayed(await other.put('/profile/preferences', body, headers))).toBe(false);
  expect((await other.get('/profile/preferences')).body).toEqual(body);
});

it('[D-271] a caller who has lost a role gets no kept answer', async () => {
  const { account } = await newScene();
  const admin = await makeRestricted(app, account, { global: { account_access: 'read_write' } });
  const headers = { 'Idempotency-Key': 'key' };
  const asked = { method: 'GET', path: '/v4/vpcs', username: account.username };
  done(await admin.client.post('/profile/access', asked, headers));
  const path = `/account/users/${admin.username}/grants`;
  done(await account.client.put(path, { global: { account_access: null } }));
  const answer = await admin.client.post('/profile/access', asked, headers);
  expect([answer.status, isReplayed(answer)]).toEqual([403, false]);
});

describe('[D-271] a caller who has lost `add_domains` gets no kept answer', () => {
  const headers = { 'Idempotency-Key': 'key' };
  const lose = async ({ client }: TestAccount, username: string) =>
    done(await client.put(`/account/users/${username}/grants`, { global: { add_domains: false } }));

  it('of the restore of a deleted domain', async () => {
    const { account, domainId } = await newScene();
    const maker = await makeRestricted(app, account, { global: { add_domains: true } });
    done(await account.client.delete(`/domains/${domainId}`));
    const path = `/domains/deleted/${domainId}/restore`;
    done(await maker.client.post(path, {}, headers));
    expect(isReplayed(await maker.client.post(path, {}, headers))).toBe(true);
    await lose(account, maker.username);
    const answer = await maker.client.post(path, {}, headers);
    expect([answer.status, isReplayed(answer)]).toEqual([404, false]);
  });

  it('of the clone of a domain that is deleted since', async () => {
    const { account, domainId } = await newScene();
    const domain = [{ id: domainId, permissions: 'read_only' }];
    const maker = await makeRestricted(app, account, { global: { add_domains: true }, domain });
    const path = `/domains/${domainId}/clone`;
    const body = { domain: nextDomain() };
    done(await maker.client.post(path, body, headers));
    done(await account.client.delete(`/domains/${domainId}`));
    expect(isReplayed(await maker.client.post(path, body, headers))).toBe(true);
    await lose(account, maker.username);
    const answer = await maker.client.post(path, body, headers);
    expect([answer.status, isReplayed(answer)]).toEqual([404, false]);
  });
});

it('[D-237] [D-271] the first use of a narrowed token writes nothing under a key before the decision', async () => {
  const { account, vpcId } = await newScene();
  const narrowed = await narrow(app, account.client, { vpcs: [vpcId], unused_days: 30 });
  app.clock.forward(2 * 24 * 3600);
  const tag = (await account.client.get(`/vpcs/${vpcId}`)).headers.get('etag')!;
  const headers = { 'Idempotency-Key': 'key', 'If-Match': tag };
  const first = await narrowed.put(`/vpcs/${vpcId}`, { label: 'x' }, headers);
  const again = await narrowed.put(`/vpcs/${vpcId}`, { label: 'x' }, headers);
  expect([first.status, again.status, isReplayed(again)]).toEqual([200, 200, true]);
});

describe('the Platform API', () => {
  const newAccount = () => {
    const user = { username: `u${next()}`, email: 'u@example.com', password: 'correct horse battery' };
    return { company: 'Example', email: 'it@example.com', user };
  };

  it('[D-273] carries out a keyed request once, and rolls a dry run back', async () => {
    const body = newAccount();
    const dry = await platform(app).post('/accounts', body, { 'Dry-Run': 'true' });
    expect([dry.status, dry.headers.get('dry-run')]).toEqual([200, 'true']);
    const headers = { 'Idempotency-Key': `key-${next()}` };
    const first = await platform(app).post('/accounts', body, headers);
    const again = await platform(app).post('/accounts', body, headers);
    expect([first.status, isReplayed(first)]).toEqual([200, false]);
    expect([again.status, again.body, isReplayed(again)]).toEqual([200, first.body, true]);
  });

  it('[D-273] returns the kept answer of a delete, whose user is missing', async () => {
    const { id } = done(await platform(app).post('/accounts', newAccount()));
    const username = `v${next()}`;
    done(await platform(app).post(`/accounts/${id}/users`, { username, email: 'v@example.com' }));
    const headers = { 'Idempotency-Key': `key-${next()}` };
    expect(isReplayed(await platform(app).delete(`/users/${username}`, headers))).toBe(false);
    expect(isReplayed(await platform(app).delete(`/users/${username}`, headers))).toBe(true);
    const other = { 'Idempotency-Key': `key-${next()}` };
    expect((await platform(app).delete(`/users/${username}`, other)).status).toBe(404);
  });
});

it('[D-273] an upload address refuses the headers', async () => {
  const { client } = await makeAccount(app);
  const { upload_to: to } = done(await client.post('/images/upload', { label: 'x', region: 'us-east' }));
  const headers = { 'Idempotency-Key': 'key', 'Dry-Run': 'true' };
  const answer = await fetch(app.url + new URL(to as string).pathname, { method: 'PUT', body: 'x', headers });
  const faults = [
    { field: 'Idempotency-Key', reason: 'Idempotency-Key is not supported here' },
    { field: 'Dry-Run', reason: 'Dry-Run is not supported here' },
  ];
  expect([answer.status, await answer.json()]).toEqual([400, { errors: faults }]);
});

it('[D-275] an upload address has no tag that If-Match could name', async () => {
  const { client } = await makeAccount(app);
  const { upload_to: to } = done(await client.post('/images/upload', { label: 'x', region: 'us-east' }));
  const headers = { 'If-Match': '*' };
  const answer = await fetch(app.url + new URL(to as string).pathname, { method: 'PUT', body: 'x', headers });
  const faults = [{ field: 'If-Match', reason: 'The resource has changed.' }];
  expect([answer.status, await answer.json()]).toEqual([412, { errors: faults }]);
});

it('[D-275] If-None-Match is only for reads', async () => {
  const { client } = await makeAccount(app);
  const answer = await client.post('/vpcs', VPC, { 'If-None-Match': '*' });
  expect(answer.status).toBe(400);
  expect(answer.body.errors).toEqual([
    { field: 'If-None-Match', reason: 'If-None-Match is not supported here' },
  ]);
});
