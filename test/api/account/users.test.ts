import { startApp, type TestApp } from '../../support/app.js';
import { Client, platform, refusal } from '../../support/client.js';
import { done, makeAccount, makeRestricted, makeToken, makeVpc, next } from '../../support/makers.js';

let app: TestApp;
beforeAll(async () => (app = await startApp()));
afterAll(() => app.close());

const newUser = (extra: object = {}) => {
  const username = `made-${next()}`;
  return { username, email: `${username}@example.com`, ...extra };
};

describe('account users', () => {
  it('[D-139] are shown with keys, phone, password and last login', async () => {
    const { client, username } = await makeAccount(app);
    done(await client.post('/profile/sshkeys', { label: 'laptop', ssh_key: 'ssh-ed25519 AAAA' }));
    expect(done(await client.get(`/account/users/${username}`))).toEqual({
      username,
      email: `${username}@example.com`,
      restricted: false,
      user_type: 'default',
      tfa_enabled: false,
      verified_phone_number: null,
      ssh_keys: ['laptop'],
      password_created: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/),
      last_login: null,
    });
  });

  it('[D-140] are found by name without case, and only in their account', async () => {
    const { client, username } = await makeAccount(app);
    const { client: stranger } = await makeAccount(app);
    expect((await client.get(`/account/users/${username.toUpperCase()}`)).status).toBe(200);
    expect((await stranger.get(`/account/users/${username}`)).status).toBe(404);
    expect((await client.get('/account/users/nobody')).status).toBe(404);
    expect((await client.get('/account/users/a%00b')).status).toBe(404);
    expect((await client.put('/account/users/a%00b')).status).toBe(404);
    expect((await client.delete('/account/oauth-clients/a%00b')).status).toBe(404);
    expect((await platform(app).delete('/users/a%00b')).status).toBe(404);
  });

  it('[D-36] are listed, filtered and ordered', async () => {
    const { client, username } = await makeAccount(app);
    const made = done(await client.post('/account/users', newUser()));
    const all = done(await client.get('/account/users'));
    expect(all.data.map((user: { username: string }) => user.username)).toEqual([username, made.username]);
    const restricted = done(await client.filter('/account/users', { restricted: true }));
    expect(restricted.results).toBe(1);
    const turned = done(await client.filter('/account/users', { '+order_by': 'username', '+order': 'desc' }));
    expect(turned.data[0].username).toBe(username);
  });

  it('[D-140] are restricted and have no password by default', async () => {
    const { client } = await makeAccount(app);
    const wanted = newUser();
    const answer = await client.post('/account/users', wanted);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      ...wanted,
      restricted: true,
      user_type: 'default',
      tfa_enabled: false,
      verified_phone_number: null,
      ssh_keys: [],
      password_created: null,
      last_login: null,
    });
    const event = done(await client.get('/account/events')).data[0];
    expect(event).toMatchObject({
      action: 'user_create',
      entity: { label: wanted.username, type: 'user', url: `/v4/account/users/${wanted.username}` },
    });
  });

  it('[D-140] can be created unrestricted and with a password', async () => {
    const { client } = await makeAccount(app);
    const user = done(
      await client.post('/account/users', newUser({ restricted: false, password: 'long enough' })),
    );
    expect(user.restricted).toBe(false);
    expect(user.password_created).not.toBeNull();
  });

  it('[D-140] have names that are unique on the platform, without case', async () => {
    const { username } = await makeAccount(app);
    const { client } = await makeAccount(app);
    const answer = await client.post('/account/users', newUser({ username: username.toUpperCase() }));
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual(refusal('username', 'Username must be unique.'));
  });

  it('[D-27] report all faults at once, in order', async () => {
    const { client } = await makeAccount(app);
    const faulty = { username: 'a-', email: 'nobody', restricted: 'yes', password: 'short' };
    const answer = await client.post('/account/users', faulty);
    expect(answer.status).toBe(400);
    expect(answer.body.errors).toEqual([
      { field: 'username', reason: 'Length must be 3-32 characters' },
      { field: 'email', reason: 'Invalid email address.' },
      { field: 'restricted', reason: 'restricted is not valid' },
      { field: 'password', reason: 'Length must be 8-128 characters' },
    ]);
    expect((await client.post('/account/users', {})).body.errors).toEqual([
      { field: 'username', reason: 'username is required' },
      { field: 'email', reason: 'email is required' },
    ]);
  });

  it.each(['abc', 'a1-_.b', 'x'.repeat(32)])('[D-140] accept the name %s', async (username) => {
    const { client } = await makeAccount(app);
    expect((await client.post('/account/users', newUser({ username }))).status).toBe(200);
  });

  it.each([
    ['ab', 'Length must be 3-32 characters'],
    ['x'.repeat(33), 'Length must be 3-32 characters'],
    ['-abc', 'username is not valid'],
    ['abc.', 'username is not valid'],
    ['a b c', 'username is not valid'],
    ['müller', 'username is not valid'],
  ])('[D-140] refuse the name %j', async (username, reason) => {
    const { client } = await makeAccount(app);
    const answer = await client.post('/account/users', newUser({ username }));
    expect(answer.body).toEqual(refusal('username', reason));
  });

  it('[D-141] change only in the fields that the body names, the username included', async () => {
    const account = await makeAccount(app);
    const { username } = await makeRestricted(app, account);
    const renamed = `renamed-${next()}`;
    const change = { username: renamed, email: 'new@example.com' };
    const answer = await account.client.put(`/account/users/${username}`, change);
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ ...change, restricted: true });
    expect((await account.client.get(`/account/users/${username}`)).status).toBe(404);
    expect(done(await account.client.get('/account/events')).data[0].action).toBe('user_update');
  });

  it('[D-198] keep the old username in their events', async () => {
    const account = await makeAccount(app);
    const { username, client } = await makeRestricted(app, account, { global: { add_vpcs: true } });
    done(await client.post('/vpcs', { label: 'net', region: 'us-east' }));
    done(await account.client.put(`/account/users/${username}`, { username: `renamed-${next()}` }));
    const { data } = done(await account.client.get('/account/events'));
    expect(data.find(({ action }: { action: string }) => action === 'vpc_create').username).toBe(username);
  });

  it('[D-141] may change the case of their username, and can’t take another user’s', async () => {
    const account = await makeAccount(app);
    const { username } = await makeRestricted(app, account);
    const path = `/account/users/${username}`;
    expect((await account.client.put(path, { username: username.toUpperCase() })).status).toBe(200);
    const taken = await account.client.put(path, { username: account.username });
    expect(taken.body).toEqual(refusal('username', 'Username must be unique.'));
  });

  it('[D-141] lose their OAuth tokens, not their personal ones, with a new password', async () => {
    const account = await makeAccount(app);
    const { username, client } = await makeRestricted(app, account);
    const oauth = await makeOAuthToken(account.id, username);
    expect((await oauth.get('/vpcs')).status).toBe(200);
    expect(
      (await account.client.put(`/account/users/${username}`, { password: 'a new password' })).status,
    ).toBe(200);
    expect((await oauth.get('/vpcs')).status).toBe(401);
    expect((await client.get('/vpcs')).status).toBe(200);
  });

  it('[D-15] ignore null, in the password too', async () => {
    const account = await makeAccount(app);
    const { username } = await makeRestricted(app, account);
    const nothing = { username: null, email: null, restricted: null, password: null };
    const answer = await account.client.put(`/account/users/${username}`, nothing);
    expect(answer.body).toMatchObject({ username, restricted: true, password_created: null });
  });

  it('[D-141] [D-186] change only in `restricted` when they are proxy users', async () => {
    const parent = await makeAccount(app);
    const account = await makeAccount(app, parent.id);
    const username = `proxy-${next()}`;
    const proxy = { username, email: 'proxy@example.com', user_type: 'proxy', restricted: true };
    done(await platform(app).post(`/accounts/${account.id}/users`, proxy));
    const change = { username: 'x', email: 'not one', password: '1', restricted: false };
    const answer = await account.client.put(`/account/users/${username}`, JSON.stringify(change));
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ username, email: 'proxy@example.com', restricted: false });
    expect((await account.client.delete(`/account/users/${username}`)).status).toBe(403);
  });

  it('[D-142] lose their tokens and grants at once when they are deleted', async () => {
    const account = await makeAccount(app);
    const vpc = await makeVpc(account.client);
    const { username, client } = await makeRestricted(app, account, {
      vpc: [{ id: vpc.id, permissions: 'read_only' }],
    });
    expect((await client.get(`/vpcs/${vpc.id}`)).status).toBe(200);
    expect(await account.client.delete(`/account/users/${username}`)).toMatchObject({
      status: 200,
      body: {},
    });
    expect((await client.get(`/vpcs/${vpc.id}`)).status).toBe(401);
    expect(done(await account.client.get('/account/events')).data[0]).toMatchObject({
      action: 'user_delete',
      entity: { label: username },
    });
    expect((await account.client.delete(`/account/users/${username}`)).status).toBe(404);
  });

  it('[D-142] can’t delete themselves', async () => {
    const { client, username } = await makeAccount(app);
    const answer = await client.delete(`/account/users/${username}`);
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual(refusal('', "You can't delete your own user."));
  });

  it('[D-141] always include one unrestricted user', async () => {
    const { client, username } = await makeAccount(app);
    const last = await client.put(`/account/users/${username}`, { restricted: true });
    expect(last.status).toBe(400);
    expect(last.body).toEqual(
      refusal('restricted', "The last unrestricted user of an account can't be restricted."),
    );
    const second = done(await client.post('/account/users', newUser({ restricted: false })));
    expect((await client.put(`/account/users/${username}`, { restricted: true })).status).toBe(200);
    const other = await makeToken(app, second.username, '*');
    expect((await other.put(`/account/users/${username}`, { restricted: false })).status).toBe(200);
  });
});

async function makeOAuthToken(accountId: number, username: string): Promise<Client> {
  const wanted = { account_id: accountId, label: 'App', redirect_uri: 'https://app.example.com/callback' };
  const { id } = done(await platform(app).post('/oauth-clients', wanted));
  const token = { kind: 'oauth', scopes: '*', client_id: id };
  return new Client(app.url, done(await platform(app).post(`/users/${username}/tokens`, token)).token);
}
