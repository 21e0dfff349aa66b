import { startApp, type TestApp } from '../../support/app.js';
import { platform, refusal, refusals, type Client } from '../../support/client.js';
import { done, makeAccount, makeRestricted, makeToken, makeVpc, next } from '../../support/makers.js';

let app: TestApp;
beforeAll(async () => (app = await startApp()));
afterAll(() => app.close());

const ALLOWED = { allowed: true, status: 200, missing_scope: null, missing_grant: null, entity: null };

async function ask(client: Client, method: string, path: string, username?: string) {
  return done(await client.post('/profile/access', { method, path, username }));
}

describe('the decision on the request', () => {
  it('[D-238] names the scopes that the token lacks', async () => {
    const { username } = await makeAccount(app);
    const client = await makeToken(app, username, 'images:read_only');
    expect(await ask(client, 'GET', '/v4/vpcs')).toEqual(ALLOWED);
    const refused = { ...ALLOWED, allowed: false, status: 403 };
    expect(await ask(client, 'POST', '/v4/images')).toEqual({
      ...refused,
      missing_scope: 'images:read_write instances:read_only',
    });
    expect(await ask(client, 'GET', '/v4/account/events')).toEqual({
      ...refused,
      missing_scope: 'events:read_only account:read_only',
    });
  });

  it('[D-238] names the grant that a restricted user lacks', async () => {
    const account = await makeAccount(app);
    const { id } = await makeVpc(account.client);
    const grants = { vpc: [{ id, permissions: 'read_only' }] };
    const { client } = await makeRestricted(app, account, grants);
    const entity = { type: 'vpc', id };
    const refused = { ...ALLOWED, allowed: false, status: 403 };
    expect(await ask(client, 'GET', `/v4/vpcs/${id}`)).toEqual({ ...ALLOWED, entity });
    expect(await ask(client, 'PUT', `/v4/vpcs/${id}`)).toEqual({
      ...refused,
      missing_grant: 'read_write',
      entity,
    });
    expect(await ask(client, 'POST', '/v4/vpcs')).toEqual({ ...refused, missing_grant: 'add_vpcs' });
    expect(await ask(client, 'GET', '/v4/account')).toEqual({ ...refused, missing_grant: 'account_access' });
  });

  it('[D-238] [D-45] answers alike for a hidden entity and a missing one', async () => {
    const account = await makeAccount(app);
    const { id } = await makeVpc(account.client);
    const { client } = await makeRestricted(app, account);
    const hidden = await ask(client, 'GET', `/v4/vpcs/${id}`);
    const missing = await ask(client, 'GET', '/v4/vpcs/9007199254740991');
    expect(hidden).toMatchObject({ allowed: false, status: 404, missing_grant: 'read_only' });
    expect({ ...missing, entity: hidden.entity }).toEqual(hidden);
  });

  it('[D-238] [D-144] a restricted admin changes no unrestricted user', async () => {
    const account = await makeAccount(app);
    const admin = await makeRestricted(app, account, { global: { account_access: 'read_write' } });
    const other = await makeRestricted(app, account);
    const path = (username: string) => `/v4/account/users/${username}`;
    const refused = { allowed: false, status: 403, missing_scope: null, missing_grant: null };
    expect(await ask(admin.client, 'PUT', path(other.username))).toMatchObject({ allowed: true });
    expect(await ask(admin.client, 'GET', path(account.username))).toMatchObject({ allowed: true });
    expect(await ask(admin.client, 'PUT', path(account.username))).toMatchObject(refused);
    expect(await ask(admin.client, 'PUT', `${path(admin.username)}/grants`)).toMatchObject(refused);
  });

  it("[D-238] [D-142] a proxy user can't be deleted", async () => {
    const { id, client } = await makeAccount(app, (await makeAccount(app)).id);
    const proxy = { username: `proxy-${next()}`, email: 'a@example.com', user_type: 'proxy' };
    done(await platform(app).post(`/accounts/${id}/users`, proxy));
    const path = `/account/users/${proxy.username}`;
    expect(await ask(client, 'PUT', `/v4${path}`)).toMatchObject({ allowed: true });
    expect(await ask(client, 'DELETE', `/v4${path}`)).toMatchObject({ allowed: false, status: 403 });
    expect((await client.delete(path)).status).toBe(403);
  });

  it.each([
    ['GET', '/v4/nothing', 404, null],
    ['GET', '/v4/%zz', 404, null],
    ['PUT', '/v4/vpcs', 405, null],
    ['GET', '/v4/images/upload', 405, null],
    ['GET', '/v4/vpcs/abc', 404, null],
    ['GET', '/v4beta/profile?page=1', 200, null],
    ['GET', '/v4/vpcs/', 200, null],
    ['GET', '/v4/images/public%2Fnone', 404, null],
    ['GET', '/v4/images/public%2F%00', 404, null],
    ['GET', '/v4/images', 200, null],
    ['GET', '/v4/regions/us-east', 200, null],
    ['GET', '/v4/regions/nowhere', 404, null],
    ['GET', '/v4/images/private%2F15', 404, { type: 'image', id: 'private/15' }],
    ['PUT', '/v4/domains/1/records/2', 404, { type: 'domain_record', id: 2 }],
  ])('[D-238] [D-280] %s %s: %i, and %j', async (method, path, status, entity) => {
    const { client } = await makeAccount(app);
    expect(await ask(client, method, path)).toMatchObject({ allowed: status === 200, status, entity });
  });

  it('[D-238] sends nothing and changes nothing', async () => {
    const { client } = await makeAccount(app);
    const { id } = await makeVpc(client);
    expect(await ask(client, 'DELETE', `/v4/vpcs/${id}`)).toMatchObject({ allowed: true });
    expect((await client.get(`/vpcs/${id}`)).status).toBe(200);
    expect((await client.get('/account/events')).body.results).toBe(1);
  });
});

describe('of another user', () => {
  it('[D-238] an admin asks as that user with every scope', async () => {
    const account = await makeAccount(app);
    const { id } = await makeVpc(account.client);
    const grants = { vpc: [{ id, permissions: 'read_only' }] };
    const { username } = await makeRestricted(app, account, grants);
    const admin = await makeToken(app, account.username, 'account:read_only');
    expect(await ask(admin, 'PUT', `/v4/vpcs/${id}`, username.toUpperCase())).toEqual({
      allowed: false,
      status: 403,
      missing_scope: null,
      missing_grant: 'read_write',
      entity: { type: 'vpc', id },
    });
    expect(await ask(admin, 'GET', `/v4/vpcs/${id}`, username)).toMatchObject({ allowed: true });
    expect(await ask(admin, 'PUT', '/v4/profile', username)).toMatchObject({ allowed: true });
    expect(await ask(admin, 'POST', '/v4/vpcs', username)).toMatchObject({ missing_grant: 'add_vpcs' });
    expect(await ask(admin, 'GET', '/v4/account/users', username)).toMatchObject({ status: 403 });
  });

  it('[D-238] only an admin with the scope may ask', async () => {
    const account = await makeAccount(app);
    const { client, username } = await makeRestricted(app, account);
    const body = { method: 'GET', path: '/v4/profile', username };
    expect(await client.post('/profile/access', body)).toMatchObject({
      status: 403,
      body: refusal('', 'Unauthorized'),
    });
    const narrow = await makeToken(app, account.username, 'vpc:read_only');
    expect((await narrow.post('/profile/access', body)).status).toBe(403);
  });

  it('[D-238] [D-32] a user of another account is unknown', async () => {
    const { client } = await makeAccount(app);
    const { username } = await makeAccount(app);
    for (const name of [username, 'nobody-at-all']) {
      const body = { method: 'GET', path: '/v4/profile', username: name };
      expect(await client.post('/profile/access', body)).toMatchObject({
        status: 400,
        body: refusal('username', 'username is not valid'),
      });
    }
  });
});

it('[D-238] [D-27] reports all faults of the question', async () => {
  const { client } = await makeAccount(app);
  const answer = await client.post('/profile/access', { method: 'PATCH', path: '/platform/v1/accounts' });
  expect(answer.status).toBe(400);
  expect(answer.body).toEqual(
    refusals(['method', 'Must be one of GET, POST, PUT, DELETE'], ['path', 'path is not valid']),
  );
  expect((await client.post('/profile/access', {})).body).toEqual(
    refusals(['method', 'method is required'], ['path', 'path is required']),
  );
});
