import { startApp, type TestApp } from '../../support/app.js';
import { Client, platform, refusal, refusals } from '../../support/client.js';
import { done, makeAccount, next } from '../../support/makers.js';

let app: TestApp;
beforeAll(async () => (app = await startApp()));
afterAll(() => app.close());

describe('POST /platform/v1/users/{username}/tokens', () => {
  it('creates a personal token', async () => {
    const { username, client } = await makeAccount(app);
    const body = { kind: 'personal', scopes: 'vpc:read_only ips:read_only', label: 'support' };
    const answer = await platform(app).post(`/users/${username}/tokens`, body);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      id: expect.any(Number),
      token: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect((await new Client(app.url, answer.body.token).get('/vpcs/ips')).status).toBe(200);
    expect((await client.get(`/profile/tokens/${answer.body.id}`)).body).toMatchObject({
      label: 'support',
      scopes: 'vpc:read_only ips:read_only',
      expiry: null,
      token: answer.body.token.slice(0, 16),
    });
  });

  it('[D-42] shows the scopes in their canonical form', async () => {
    const { username } = await makeAccount(app);
    const cases = [
      ['linodes:*,vpc:read_only vpc:read_only', 'instances:read_write, vpc:read_only'],
      ['vpc:read_only *', '*'],
    ];
    for (const [scopes, shown] of cases) {
      const body = { kind: 'personal', scopes };
      const { token } = done(await platform(app).post(`/users/${username}/tokens`, body));
      const profile = await new Client(app.url, token).get('/profile');
      expect(profile.headers.get('x-oauth-scopes')).toBe(shown);
    }
  });

  it('[D-09] a token ends at its expiry', async () => {
    const { username } = await makeAccount(app);
    const expiry = new Date(app.clock.milliseconds() + 60_000).toISOString();
    const body = { kind: 'personal', scopes: '*', expiry };
    const { token } = done(await platform(app).post(`/users/${username}/tokens`, body));
    const client = new Client(app.url, token);
    expect((await client.get('/profile')).status).toBe(200);
    expect((await client.put('/profile', {})).status).toBe(200);
    app.clock.forward(61);
    expect((await client.get('/profile')).status).toBe(401);
    expect((await client.put('/profile', {})).status).toBe(401);
  });

  it('creates an OAuth token of a client, which is no personal token', async () => {
    const { id, username, client } = await makeAccount(app);
    const clientId = await makeClient(id);
    const body = { kind: 'oauth', scopes: 'account:read_only', client_id: clientId };
    const { token } = done(await platform(app).post(`/users/${username}/tokens`, body));
    expect((await new Client(app.url, token).get('/profile')).status).toBe(200);
    expect((await client.get('/profile/tokens')).body.results).toBe(1);
    const { data } = (await client.get('/profile/apps')).body;
    expect(data).toMatchObject([{ label: 'app', scopes: 'account:read_only' }]);
  });

  it('[D-48] is how a proxy user gets a token', async () => {
    const parent = await makeAccount(app);
    const child = await makeAccount(app, parent.id);
    const proxy = { username: `proxy-${next()}`, email: 'p@example.com', user_type: 'proxy' };
    done(await platform(app).post(`/accounts/${child.id}/users`, proxy));
    const body = { kind: 'personal', scopes: '*' };
    const { token } = done(await platform(app).post(`/users/${proxy.username}/tokens`, body));
    const client = new Client(app.url, token);
    expect((await client.get('/profile')).body.username).toBe(proxy.username);
    expect((await client.post('/profile/tokens', {})).status).toBe(403);
  });

  it('[D-27] reports all faults at once', async () => {
    const { username } = await makeAccount(app);
    const empty = await platform(app).post(`/users/${username}/tokens`, {});
    expect(empty.body).toEqual(refusals(['kind', 'kind is required'], ['scopes', 'scopes is required']));
    const body = { client_id: 1, expiry: 'tomorrow', label: '', scopes: 'x:read_only', kind: 'secret' };
    const answer = await platform(app).post(`/users/${username}/tokens`, body);
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual(
      refusals(
        ['kind', 'Must be one of personal, oauth'],
        ['scopes', 'scopes is not valid'],
        ['label', 'Length must be 1-100 characters'],
        ['expiry', 'expiry is not valid'],
        ['client_id', 'client_id is not valid'],
      ),
    );
  });

  it.each([
    ['no client_id for oauth', { kind: 'oauth', scopes: '*' }, 'client_id', 'client_id is required'],
    [
      'an unknown client_id',
      { kind: 'oauth', scopes: '*', client_id: '0'.repeat(20) },
      'client_id',
      'client_id is not valid',
    ],
    ['empty scopes', { kind: 'personal', scopes: ' ' }, 'scopes', 'scopes is not valid'],
    [
      'an expiry in the past',
      { kind: 'personal', scopes: '*', expiry: '2001-01-01T00:00:00' },
      'expiry',
      'Must be in the future',
    ],
  ])('refuses %s', async (_, body, field, reason) => {
    const { username } = await makeAccount(app);
    const answer = await platform(app).post(`/users/${username}/tokens`, body);
    expect(answer).toMatchObject({ status: 400, body: refusal(field, reason) });
  });

  it('[D-27] reports a missing client and a past expiry together', async () => {
    const { username } = await makeAccount(app);
    const body = { kind: 'oauth', scopes: '*', expiry: '2001-01-01T00:00:00', client_id: 'x' };
    const answer = await platform(app).post(`/users/${username}/tokens`, body);
    expect(answer.body).toEqual(
      refusals(['expiry', 'Must be in the future'], ['client_id', 'client_id is not valid']),
    );
  });
});

async function makeClient(accountId: number): Promise<string> {
  const body = { account_id: accountId, label: 'app', redirect_uri: 'https://app.example.com/' };
  return done(await platform(app).post('/oauth-clients', body)).id;
}
