import { startApp, type TestApp } from '../../support/app.js';
import { Client, NOT_FOUND, platform, refusal, refusals } from '../../support/client.js';
import { done, makeAccount, makeRestricted, makeToken, next } from '../../support/makers.js';

let app: TestApp;
beforeAll(async () => (app = await startApp()));
afterAll(() => app.close());

const USERNAME_LENGTH = 'Length must be 3-32 characters';
const email = 'a@example.com';

describe('POST /platform/v1/accounts/{accountId}/users', () => {
  it('[D-140] creates a restricted user without grants by default', async () => {
    const { id } = await makeAccount(app);
    const username = `new-${next()}`;
    const answer = await platform(app).post(`/accounts/${id}/users`, { username, email });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      username,
      uid: expect.any(Number),
      email,
      restricted: true,
      user_type: 'default',
    });
    const client = await makeToken(app, username, '*');
    expect((await client.get('/vpcs')).body.results).toBe(0);
    expect((await client.post('/vpcs', {})).status).toBe(403);
  });

  it('accepts every field', async () => {
    const parent = await makeAccount(app);
    const { id } = await makeAccount(app, parent.id);
    const username = `proxy-${next()}`;
    const body = { username, email, restricted: false, user_type: 'proxy', password: '8 or more' };
    expect(done(await platform(app).post(`/accounts/${id}/users`, body))).toMatchObject({
      username,
      restricted: false,
      user_type: 'proxy',
    });
  });

  it('a proxy user needs an account with a parent', async () => {
    const { id } = await makeAccount(app);
    const body = { username: `proxy-${next()}`, email, user_type: 'proxy' };
    const answer = await platform(app).post(`/accounts/${id}/users`, body);
    expect(answer).toMatchObject({ status: 400, body: refusal('user_type', 'user_type is not valid') });
  });

  it.each([
    ['two characters', 'ab', USERNAME_LENGTH],
    ['33 characters', 'a'.repeat(33), USERNAME_LENGTH],
    ['a dot first', '.abc', 'username is not valid'],
    ['a hyphen last', 'abc-', 'username is not valid'],
    ['a space', 'a b', 'username is not valid'],
    ['an umlaut', 'jürgen', 'username is not valid'],
    ['a slash', 'a/b', 'username is not valid'],
    ['a line break last', 'abc\n', 'username is not valid'],
    ['a number', 123, 'username is not valid'],
    ['nothing', undefined, 'username is required'],
  ])('[D-140] refuses a user name of %s', async (_, username, reason) => {
    const { id } = await makeAccount(app);
    const answer = await platform(app).post(`/accounts/${id}/users`, { username, email });
    expect(answer).toMatchObject({ status: 400, body: refusal('username', reason) });
  });

  it('[D-140] takes user names of 3 and 32 characters with inner -_.', async () => {
    const { id } = await makeAccount(app);
    for (const username of [`${next()}-x`.padStart(3, 'a'), `Z9._-${next()}`.padEnd(32, '0')]) {
      done(await platform(app).post(`/accounts/${id}/users`, { username, email }));
    }
  });

  it('[D-27] reports all faults at once', async () => {
    const { id } = await makeAccount(app);
    const body = { user_type: 'admin', restricted: 'no', password: '7 chars', email: 'x', username: 'x' };
    const answer = await platform(app).post(`/accounts/${id}/users`, body);
    expect(answer.body).toEqual(
      refusals(
        ['username', USERNAME_LENGTH],
        ['email', 'Invalid email address.'],
        ['password', 'Length must be 8-128 characters'],
        ['restricted', 'restricted is not valid'],
        ['user_type', 'Must be one of default, proxy'],
      ),
    );
  });

  it('[D-140] refuses a name in use, and an unknown account', async () => {
    const { id, username } = await makeAccount(app);
    const taken = await platform(app).post(`/accounts/${id}/users`, { username, email });
    expect(taken).toMatchObject({ status: 400, body: refusal('username', 'Username must be unique.') });
    const body = { username: `new-${next()}`, email };
    const missing = await platform(app).post('/accounts/999999/users', body);
    expect(missing).toMatchObject({ status: 404, body: NOT_FOUND });
  });
});

describe('PUT /platform/v1/users/{username}/password', () => {
  it('answers {}, and keeps personal tokens valid', async () => {
    const { username, client } = await makeAccount(app);
    const answer = await platform(app).put(`/users/${username}/password`, {
      password: 'four good words '.repeat(8),
    });
    expect(answer).toMatchObject({ status: 200, body: {} });
    expect((await client.get('/profile')).status).toBe(200);
  });

  it('ends the OAuth tokens of the user, and the apps that had them', async () => {
    const account = await makeAccount(app);
    const token = await oauthToken(account);
    expect((await token.get('/profile')).status).toBe(200);
    expect((await account.client.get('/profile/apps')).body.results).toBe(1);
    done(await platform(app).put(`/users/${account.username}/password`, { password: 'another one' }));
    expect((await token.get('/profile')).status).toBe(401);
    expect((await account.client.get('/profile/apps')).body.results).toBe(0);
  });

  it.each([
    ['seven characters', '7 chars', 'Length must be 8-128 characters'],
    ['129 characters', 'p'.repeat(129), 'Length must be 8-128 characters'],
    ['a number', 12345678, 'password is not valid'],
    ['null', null, 'password is required'],
  ])('refuses a password of %s', async (_, password, reason) => {
    const { username } = await makeAccount(app);
    const answer = await platform(app).put(`/users/${username}/password`, { password });
    expect(answer).toMatchObject({ status: 400, body: refusal('password', reason) });
  });
});

describe('DELETE /platform/v1/users/{username}', () => {
  it('ends the credentials of the user at once, and frees the name', async () => {
    const account = await makeAccount(app);
    const { username, client } = await makeRestricted(app, account);
    expect((await client.get('/profile')).status).toBe(200);
    expect(await platform(app).delete(`/users/${username}`)).toMatchObject({ status: 200, body: {} });
    expect(await client.get('/profile')).toMatchObject({ status: 401, body: refusal('', 'Invalid Token') });
    expect((await client.post('/vpcs', {})).status).toBe(401);
    expect((await platform(app).delete(`/users/${username}`)).status).toBe(404);
    done(await platform(app).post(`/accounts/${account.id}/users`, { username, email }));
  });

  it('[D-140] finds the user without case', async () => {
    const { username } = await makeRestricted(app, await makeAccount(app));
    done(await platform(app).delete(`/users/${username.toUpperCase()}`));
  });

  it('refuses the last unrestricted user of an account', async () => {
    const account = await makeAccount(app);
    await makeRestricted(app, account);
    const answer = await platform(app).delete(`/users/${account.username}`);
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual(refusal('', "The last unrestricted user of an account can't be deleted."));
    const other = { username: `other-${next()}`, email, restricted: false };
    done(await platform(app).post(`/accounts/${account.id}/users`, other));
    done(await platform(app).delete(`/users/${account.username}`));
  });
});

describe('/platform/v1/users/{username}', () => {
  it('[D-32] is 404 for an unknown user', async () => {
    for (const username of ['nobody-at-all', '%00', '%20', "o'neill", '\u{1F310}']) {
      const requests = [
        ['PUT', 'password', { password: 'long enough' }],
        ['PUT', 'grants', {}],
        ['POST', 'tokens', { kind: 'personal', scopes: '*' }],
        ['DELETE', '', undefined],
      ] as const;
      for (const [method, path, body] of requests) {
        const answer = await platform(app).send(method, `/users/${username}/${path}`, body);
        expect([username, path, answer.status, answer.body]).toEqual([username, path, 404, NOT_FOUND]);
      }
    }
  });

  it('[D-191] records its changes as events of the account without a username', async () => {
    const account = await makeAccount(app);
    expect((await account.client.get('/account/events')).body.results).toBe(0);
    const { username, uid } = await makeRestricted(app, account);
    done(await platform(app).put(`/users/${username}/password`, { password: 'long enough' }));
    done(await platform(app).delete(`/users/${username}`));
    const { data } = (await account.client.get('/account/events')).body;
    const entity = { id: uid, label: username, type: 'user', url: `/v4/account/users/${username}` };
    const actions = ['user_create', 'user_update', 'user_update', 'user_delete'];
    expect(data.reverse()).toMatchObject(
      actions.map((action) => ({ action, username: null, entity, secondary_entity: null })),
    );
  });
});

async function oauthToken(account: { id: number; username: string }): Promise<Client> {
  const app_ = { account_id: account.id, label: 'app', redirect_uri: 'https://app.example.com/' };
  const { id } = done(await platform(app).post('/oauth-clients', app_));
  const body = { kind: 'oauth', scopes: 'account:read_only', client_id: id };
  const { token } = done(await platform(app).post(`/users/${account.username}/tokens`, body));
  return new Client(app.url, token);
}
