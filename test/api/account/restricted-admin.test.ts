import { jest } from '@jest/globals';
import { CostlyWork } from '../../../src/shared/limits/costly-work.js';
import { startApp, type TestApp } from '../../support/app.js';
import { platform, refusal } from '../../support/client.js';
import { done, makeAccount, makeRestricted, makeVpc, next } from '../../support/makers.js';

let app: TestApp;
beforeAll(async () => (app = await startApp()));
afterAll(() => app.close());

const ADMIN = { global: { account_access: 'read_write' } };
const FORBIDDEN = { status: 403, body: refusal('', 'Unauthorized') };

describe('[D-206] [D-144] an admin who becomes restricted while a password is hashed', () => {
  /** An unrestricted user, who is a restricted admin before the next password hash. */
  async function lessened() {
    const account = await makeAccount(app);
    const { client, username } = await makeRestricted(app, account);
    const path = `/account/users/${username}`;
    done(await account.client.put(path, { restricted: false }));
    const { passwordHashes } = app.app.get(CostlyWork);
    jest.spyOn(passwordHashes, 'run').mockImplementationOnce(async (_account, work) => {
      done(await account.client.put(path, { restricted: true }));
      done(await account.client.put(`${path}/grants`, ADMIN));
      return work();
    });
    return { account, client };
  }

  it('makes no unrestricted user', async () => {
    const { client } = await lessened();
    const username = `made-${next()}`;
    const wanted = { username, email: 'a@example.com', restricted: false, password: 'correct horse' };
    expect(await client.post('/account/users', wanted)).toMatchObject(FORBIDDEN);
    expect((await client.get(`/account/users/${username}`)).status).toBe(404);
  });

  it('sets no password, and lifts no restriction', async () => {
    const { account, client } = await lessened();
    const { username } = await makeRestricted(app, account);
    const change = { restricted: false, password: 'correct horse' };
    expect(await client.put(`/account/users/${username}`, change)).toMatchObject(FORBIDDEN);
    const user = done(await client.get(`/account/users/${username}`));
    expect(user).toMatchObject({ restricted: true, password_created: null });
  });
});

describe('[D-144] an admin who is restricted', () => {
  it('creates only restricted users', async () => {
    const admin = await makeRestricted(app, await makeAccount(app), ADMIN);
    const username = `made-${next()}`;
    const wanted = { username, email: `${username}@example.com` };
    expect(await admin.client.post('/account/users', { ...wanted, restricted: false })).toMatchObject(
      FORBIDDEN,
    );
    const made = done(await admin.client.post('/account/users', { ...wanted, password: 'correct horse' }));
    expect(made.restricted).toBe(true);
  });

  it('[D-186] is refused before a field is looked at', async () => {
    const admin = await makeRestricted(app, await makeAccount(app), ADMIN);
    expect(await admin.client.post('/account/users', { restricted: false })).toMatchObject(FORBIDDEN);
  });

  it('changes and deletes restricted users', async () => {
    const account = await makeAccount(app);
    const admin = await makeRestricted(app, account, ADMIN);
    const { username } = await makeRestricted(app, account);
    const path = `/account/users/${username}`;
    expect((await admin.client.put(path, { email: 'new@example.com' })).status).toBe(200);
    expect((await admin.client.put(path, { email: 'bad' })).status).toBe(400);
    expect((await admin.client.delete(path)).status).toBe(200);
  });

  it.each([[{ restricted: false }], [{ password: 'a new password' }], [{ password: 'x' }]])(
    'may not ask for %j',
    async (change) => {
      const account = await makeAccount(app);
      const admin = await makeRestricted(app, account, ADMIN);
      const { username } = await makeRestricted(app, account);
      expect(await admin.client.put(`/account/users/${username}`, change)).toMatchObject(FORBIDDEN);
    },
  );

  it('changes neither themselves nor an unrestricted user', async () => {
    const account = await makeAccount(app);
    const admin = await makeRestricted(app, account, ADMIN);
    for (const username of [admin.username, account.username]) {
      const path = `/account/users/${username}`;
      expect(await admin.client.put(path, { email: 'x@example.com' })).toMatchObject(FORBIDDEN);
      expect(await admin.client.delete(path)).toMatchObject(FORBIDDEN);
      expect(await admin.client.put(`${path}/grants`, {})).toMatchObject(FORBIDDEN);
    }
  });

  it('changes no proxy user', async () => {
    const parent = await makeAccount(app);
    const account = await makeAccount(app, parent.id);
    const admin = await makeRestricted(app, account, ADMIN);
    const username = `proxy-${next()}`;
    const proxy = { username, email: 'proxy@example.com', user_type: 'proxy', restricted: true };
    done(await platform(app).post(`/accounts/${account.id}/users`, proxy));
    expect(await admin.client.put(`/account/users/${username}`, {})).toMatchObject(FORBIDDEN);
    expect(await admin.client.delete(`/account/users/${username}`)).toMatchObject(FORBIDDEN);
  });

  it('gives only grants that they have', async () => {
    const account = await makeAccount(app);
    const [own, readable, hidden] = await Promise.all([
      makeVpc(account.client),
      makeVpc(account.client),
      makeVpc(account.client),
    ]);
    const admin = await makeRestricted(app, account, {
      global: { account_access: 'read_write', add_vpcs: true },
      vpc: [
        { id: own.id, permissions: 'read_write' },
        { id: readable.id, permissions: 'read_only' },
      ],
    });
    const { username } = await makeRestricted(app, account);
    const give = (grants: object) => admin.client.put(`/account/users/${username}/grants`, grants);
    expect(await give({ global: { add_domains: true } })).toMatchObject(FORBIDDEN);
    expect(await give({ vpc: [{ id: readable.id, permissions: 'read_write' }] })).toMatchObject(FORBIDDEN);
    expect(await give({ vpc: [{ id: hidden.id, permissions: 'read_only' }] })).toMatchObject(FORBIDDEN);
    expect(await give({ vpc: [{ id: 999999, permissions: 'read_only' }] })).toMatchObject(FORBIDDEN);
    const given = await give({
      global: { account_access: 'read_write', add_vpcs: true, add_domains: false },
      vpc: [
        { id: own.id, permissions: 'read_write' },
        { id: readable.id, permissions: 'read_only' },
      ],
    });
    expect(given.status).toBe(200);
    expect(given.body.global.add_vpcs).toBe(true);
  });

  it('may remove grants that they don’t have', async () => {
    const account = await makeAccount(app);
    const vpc = await makeVpc(account.client);
    const admin = await makeRestricted(app, account, ADMIN);
    const { username } = await makeRestricted(app, account, {
      vpc: [{ id: vpc.id, permissions: 'read_only' }],
    });
    const change = { vpc: [{ id: vpc.id, permissions: null }] };
    expect((await admin.client.put(`/account/users/${username}/grants`, change)).status).toBe(200);
  });

  it('only reads with read-only account access', async () => {
    const account = await makeAccount(app);
    const reader = await makeRestricted(app, account, { global: { account_access: 'read_only' } });
    expect((await reader.client.get('/account/users')).status).toBe(200);
    expect((await reader.client.get('/account/oauth-clients')).status).toBe(200);
    expect(await reader.client.post('/account/users', {})).toMatchObject(FORBIDDEN);
    expect(await reader.client.post('/account/oauth-clients', {})).toMatchObject(FORBIDDEN);
  });
});
