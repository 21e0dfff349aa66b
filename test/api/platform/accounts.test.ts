import { startApp, type TestApp } from '../../support/app.js';
import { anonymous, Client, NOT_FOUND, platform, refusal, refusals } from '../../support/client.js';
import { done, makeAccount, makeInstance, makeVpc, next } from '../../support/makers.js';

let app: TestApp;
beforeAll(async () => (app = await startApp()));
afterAll(() => app.close());

const PASSWORD = 'correct horse battery';
const NOT_EMAIL = 'Invalid email address.';

function account(username: string, extra: object = {}) {
  const user = { username, email: `${username}@example.com`, password: PASSWORD };
  return { company: 'Example Ltd', email: 'billing@example.com', user, ...extra };
}

describe('POST /platform/v1/accounts', () => {
  it('creates an account, its first, unrestricted user, and a token of that user', async () => {
    const username = `first-${next()}`;
    const answer = await platform(app).post('/accounts', account(username));
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      id: expect.any(Number),
      company: 'Example Ltd',
      email: 'billing@example.com',
      parent_account_id: null,
      user: {
        username,
        uid: expect.any(Number),
        email: `${username}@example.com`,
        restricted: false,
        user_type: 'default',
      },
      token: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    const profile = await new Client(app.url, answer.body.token).get('/profile');
    expect(profile.headers.get('x-oauth-scopes')).toBe('*');
    expect(profile.body).toMatchObject({ username, uid: answer.body.user.uid, restricted: false });
  });

  it('the token has every scope and no expiry', async () => {
    const { client } = await makeAccount(app);
    const [token] = (await client.get('/profile/tokens')).body.data;
    expect(token).toMatchObject({ scopes: '*', expiry: null });
    app.clock.forward(3600 * 24 * 365 * 10);
    expect((await client.get('/profile')).status).toBe(200);
  });

  it('may have a parent', async () => {
    const parent = await makeAccount(app);
    const body = account(`child-${next()}`, { parent_account_id: parent.id });
    expect(done(await platform(app).post('/accounts', body)).parent_account_id).toBe(parent.id);
    const none = account(`child-${next()}`, { parent_account_id: null });
    expect(done(await platform(app).post('/accounts', none)).parent_account_id).toBeNull();
  });

  it('[D-27] reports all faults at once, in the order of the body', async () => {
    const answer = await platform(app).post('/accounts', {});
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual(
      refusals(
        ['company', 'company is required'],
        ['email', 'email is required'],
        ['user', 'user is required'],
      ),
    );
    const inner = await platform(app).post('/accounts', {
      company: 1,
      email: 'x',
      user: { password: 'short' },
    });
    expect(inner.body).toEqual(
      refusals(
        ['company', 'company is not valid'],
        ['email', NOT_EMAIL],
        ['user.username', 'username is required'],
        ['user.email', 'email is required'],
        ['user.password', 'Length must be 8-128 characters'],
      ),
    );
  });

  it.each([
    ['a list', []],
    ['a list of a user', [{ username: 'abc', email: 'a@example.com', password: PASSWORD }]],
    ['a text', 'ada'],
  ])('refuses a user that is %s', async (_, user) => {
    const answer = await platform(app).post('/accounts', account('x', { user }));
    expect(answer).toMatchObject({ status: 400, body: refusal('user', 'user is not valid') });
  });

  it.each([
    ['unknown', 999999, 'parent_account_id is not valid'],
    ['zero', 0, 'parent_account_id is not valid'],
    ['text', '1', 'parent_account_id is not valid'],
  ])('refuses a parent that is %s, and makes nothing', async (_, parent, reason) => {
    const username = `orphan-${next()}`;
    const refused = await platform(app).post('/accounts', account(username, { parent_account_id: parent }));
    expect(refused).toMatchObject({ status: 400, body: refusal('parent_account_id', reason) });
    done(await platform(app).post('/accounts', account(username)));
  });

  it('[D-140] refuses a user name that any account has, in any case', async () => {
    const { username } = await makeAccount(app);
    for (const name of [username, username.toUpperCase()]) {
      const answer = await platform(app).post('/accounts', account(name));
      expect(answer.status).toBe(400);
      expect(answer.body).toEqual(refusal('user.username', 'Username must be unique.'));
    }
  });
});

describe('DELETE /platform/v1/accounts/{accountId}', () => {
  it('ends the credentials of all its users at once', async () => {
    const { id, client, username } = await makeAccount(app);
    const body = { username: `more-${next()}`, email: 'more@example.com' };
    done(await platform(app).post(`/accounts/${id}/users`, body));
    const { token } = done(
      await platform(app).post(`/users/${body.username}/tokens`, { kind: 'personal', scopes: '*' }),
    );
    expect(await platform(app).delete(`/accounts/${id}`)).toMatchObject({ status: 200, body: {} });
    expect(await client.get('/profile')).toMatchObject({ status: 401, body: refusal('', 'Invalid Token') });
    expect((await new Client(app.url, token).get('/vpcs')).status).toBe(401);
    expect((await platform(app).delete(`/accounts/${id}`)).status).toBe(404);
    done(await platform(app).post('/accounts', account(username)));
  });

  it('[D-200] is refused while the account has a VPC, and changes nothing', async () => {
    const { id, client } = await makeAccount(app);
    const vpc = await makeVpc(client);
    await expectRefusedUntil(id, client, async () => done(await client.delete(`/vpcs/${vpc.id}`)));
  });

  it('[D-200] is refused while the account has an instance', async () => {
    const owner = await makeAccount(app);
    const instance = await makeInstance(app, owner);
    await expectRefusedUntil(owner.id, owner.client, async () =>
      done(await platform(app).delete(`/instances/${instance.id}`)),
    );
  });

  it('[D-200] is refused while the account has a domain', async () => {
    const { id, client } = await makeAccount(app);
    const body = { domain: `account-${next()}.example`, type: 'master', soa_email: 'a@example.com' };
    const domain = done(await client.post('/domains', body));
    await expectRefusedUntil(id, client, async () => done(await client.delete(`/domains/${domain.id}`)));
  });

  it('[D-200] is refused while the account has a private image', async () => {
    const { id, client } = await makeAccount(app);
    const { image } = done(await client.post('/images/upload', { label: 'i', region: 'us-east' }));
    await expectRefusedUntil(id, client, async () => done(await client.delete(`/images/${image.id}`)));
  });

  it('[D-130] [D-200] is not refused for an upload past its window, before the job deletes it', async () => {
    const { id, client } = await makeAccount(app);
    done(await client.post('/images/upload', { label: 'i', region: 'us-east' }));
    app.clock.forward(86_400);
    expect(await platform(app).delete(`/accounts/${id}`)).toMatchObject({ status: 200, body: {} });
  });

  it.each(['999999', '0', 'x', '01'])('[D-32] of an unknown account is 404: %s', async (id) => {
    expect(await platform(app).delete(`/accounts/${id}`)).toMatchObject({ status: 404, body: NOT_FOUND });
  });
});

async function expectRefusedUntil(id: number, client: Client, free: () => Promise<unknown>) {
  const answer = await platform(app).delete(`/accounts/${id}`);
  expect(answer.status).toBe(400);
  expect(answer.body).toEqual(refusal('', 'Account still has resources.'));
  expect((await client.get('/profile')).status).toBe(200);
  await free();
  expect((await platform(app).delete(`/accounts/${id}`)).status).toBe(200);
}

describe('the credential of the Platform API', () => {
  const requests = [
    ['POST', '/accounts', '{'],
    ['DELETE', '/accounts/1', undefined],
    ['PUT', '/instances/1', '{}'],
    ['GET', '/instances/1', undefined],
  ] as const;

  it.each(requests)(
    '%s %s without it, with another, or with a user’s token is 401',
    async (method, path, body) => {
      const { client } = await makeAccount(app);
      const callers = [undefined, 'wrong', client.token, ''].map(
        (token) => new Client(app.url, token, '/platform/v1'),
      );
      for (const caller of callers) {
        const answer = await caller.send(method, path, body);
        expect(answer).toMatchObject({ status: 401, body: refusal('', 'Invalid Token') });
      }
    },
  );

  it('is no credential of the public API', async () => {
    const { token } = platform(app);
    for (const path of ['/profile', '/vpcs', '/account']) {
      expect((await new Client(app.url, token).get(path)).status).toBe(401);
    }
    expect((await anonymous(app).get('/regions')).status).toBe(200);
  });

  it('follows the public API’s rules for media types and bodies', async () => {
    const caller = platform(app);
    expect((await caller.send('POST', '/accounts', '{')).body).toEqual(refusal('', 'Invalid JSON'));
    const text = await caller.send('POST', '/accounts', 'x', { 'Content-Type': 'text/plain' });
    expect(text).toMatchObject({ status: 415, body: refusal('Content-Type', 'Unsupported Media Type') });
    const method = await caller.send('PATCH', '/accounts', '{}');
    expect(method).toMatchObject({ status: 405, body: refusal('', 'Method Not Allowed') });
  });
});
