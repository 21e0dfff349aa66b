import { startApp, type TestApp } from '../../support/app.js';
import { Client, platform, refusal } from '../../support/client.js';
import { done, makeAccount } from '../../support/makers.js';
import { makeOAuthClient, makeOAuthToken } from '../../support/oauth-makers.js';

let app: TestApp;
beforeAll(async () => (app = await startApp()));
afterAll(() => app.close());

const PATH = '/account/oauth-clients';
const WANTED = { label: 'Fleet', redirect_uri: 'https://fleet.example.com/callback' };

describe('OAuth clients', () => {
  it('[D-145] get a secret on creation, which is shown once', async () => {
    const { client } = await makeAccount(app);
    const answer = await client.post(PATH, { ...WANTED, id: 'x', status: 'disabled', secret: 'mine' });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      ...WANTED,
      id: expect.stringMatching(/^[0-9a-f]{20}$/),
      public: false,
      status: 'active',
      secret: expect.stringMatching(/^[0-9a-f]{64}$/),
      website: '',
      thumbnail_url: null,
    });
    const shown = { ...answer.body, secret: '<REDACTED>' };
    expect(done(await client.get(`${PATH}/${answer.body.id}`))).toEqual(shown);
    expect(done(await client.get(PATH)).data).toEqual([shown]);
    expect(done(await client.get('/account/events')).data[0]).toMatchObject({
      action: 'oauth_client_create',
      entity: { label: 'Fleet', type: 'oauth_client', url: `/v4${PATH}/${answer.body.id}` },
    });
  });

  it('[D-145] have no secret when public', async () => {
    const { client } = await makeAccount(app);
    const wanted = { label: 'Phone', redirect_uri: 'com.example.fleet:/callback', public: true };
    const made = done(await client.post(PATH, wanted));
    expect(made).toMatchObject({ public: true, secret: null });
    expect(await client.post(`${PATH}/${made.id}/reset-secret`)).toMatchObject({
      status: 400,
      body: refusal('public', 'public is not valid'),
    });
  });

  it('[D-145] [D-27] report all faults at once, in order', async () => {
    const { client } = await makeAccount(app);
    expect((await client.post(PATH, {})).body.errors).toEqual([
      { field: 'label', reason: 'label is required' },
      { field: 'redirect_uri', reason: 'redirect_uri is required' },
    ]);
    const faulty = {
      label: '',
      redirect_uri: 'http://x',
      public: 1,
      website: 'x',
      thumbnail_url: 'ftp://x/y',
    };
    expect((await client.post(PATH, faulty)).body.errors).toEqual([
      { field: 'label', reason: 'Length must be 1-512 characters' },
      { field: 'redirect_uri', reason: 'redirect_uri is not valid' },
      { field: 'public', reason: 'public is not valid' },
      { field: 'website', reason: 'website is not valid' },
      { field: 'thumbnail_url', reason: 'thumbnail_url is not valid' },
    ]);
  });

  it('[D-145] may use a private-use scheme only when public', async () => {
    const { client } = await makeAccount(app);
    const wanted = { label: 'Phone', redirect_uri: 'com.example.fleet:/callback' };
    const answer = await client.post(PATH, wanted);
    expect(answer.body).toEqual(refusal('redirect_uri', 'redirect_uri is not valid'));
    const { id } = done(await client.post(PATH, WANTED));
    const change = await client.put(`${PATH}/${id}`, { redirect_uri: wanted.redirect_uri });
    expect(change.body).toEqual(refusal('redirect_uri', 'redirect_uri is not valid'));
  });

  it('[D-145] accept a label of 512 characters', async () => {
    const { client } = await makeAccount(app);
    expect((await client.post(PATH, { ...WANTED, label: 'x'.repeat(512) })).status).toBe(200);
    expect((await client.post(PATH, { ...WANTED, label: 'x'.repeat(513) })).status).toBe(400);
  });

  it('[D-14] [D-15] change only in the fields that the body names; null clears website and thumbnail', async () => {
    const { client } = await makeAccount(app);
    const pictures = {
      website: 'https://fleet.example.com',
      thumbnail_url: 'https://fleet.example.com/f.png',
    };
    const { id } = done(await client.post(PATH, { ...WANTED, ...pictures }));
    const renamed = await client.put(`${PATH}/${id}`, { label: 'Fleet 2', public: true });
    expect(renamed.body).toMatchObject({ ...WANTED, ...pictures, label: 'Fleet 2', public: false });
    const cleared = await client.put(`${PATH}/${id}`, { website: null, thumbnail_url: null, label: null });
    expect(cleared.body).toMatchObject({ website: '', thumbnail_url: null, label: 'Fleet 2' });
    expect(cleared.body.secret).toBe('<REDACTED>');
    expect(done(await client.get('/account/events')).data[0].action).toBe('oauth_client_update');
  });

  it('[D-14] [D-217] take back what a GET shows, also without a website', async () => {
    const { client } = await makeAccount(app);
    const { id } = done(await client.post(PATH, WANTED));
    const shown = done(await client.get(`${PATH}/${id}`));
    expect(shown.website).toBe('');
    expect(done(await client.put(`${PATH}/${id}`, shown))).toEqual(shown);
  });

  it('[D-145] get a new secret on reset', async () => {
    const { client } = await makeAccount(app);
    const made = done(await client.post(PATH, WANTED));
    const reset = done(await client.post(`${PATH}/${made.id}/reset-secret`));
    expect(reset.secret).toMatch(/^[0-9a-f]{64}$/);
    expect(reset.secret).not.toBe(made.secret);
    expect(done(await client.get('/account/events')).data[0].action).toBe('oauth_client_secret_reset');
  });

  it('[D-145] lose their tokens when they are deleted', async () => {
    const { client, username } = await makeAccount(app);
    const { id } = done(await client.post(PATH, WANTED));
    const token = { kind: 'oauth', scopes: '*', client_id: id };
    const oauth = new Client(
      app.url,
      done(await platform(app).post(`/users/${username}/tokens`, token)).token,
    );
    expect((await oauth.get('/vpcs')).status).toBe(200);
    expect(await client.delete(`${PATH}/${id}`)).toMatchObject({ status: 200, body: {} });
    expect((await oauth.get('/vpcs')).status).toBe(401);
    expect((await client.get(`${PATH}/${id}`)).status).toBe(404);
    expect(done(await client.get('/account/events')).data[0].action).toBe('oauth_client_delete');
  });

  it("[D-145] [D-208] take the personal tokens that they made with them, of other accounts' users too", async () => {
    const [owner, account] = [await makeAccount(app), await makeAccount(app)];
    const clientId = await makeOAuthClient(owner);
    const oauth = await makeOAuthToken(app, account, { clientId });
    const { token } = done(await oauth.post('/profile/tokens', { label: 'Made by Fleet' }));
    const personal = new Client(app.url, token);
    done(await owner.client.delete(`${PATH}/${clientId}`));
    expect((await oauth.get('/profile/preferences')).status).toBe(401);
    expect((await personal.get('/profile/preferences')).status).toBe(401);
    const [ended] = done(await account.client.filter('/account/events', { action: 'token_delete' })).data;
    expect(ended).toMatchObject({ username: null, entity: { type: 'token', label: 'Made by Fleet' } });
  });

  it("[D-208] that go with their account take the personal tokens of other accounts' users, with events", async () => {
    const [owner, account] = [await makeAccount(app), await makeAccount(app)];
    const oauth = await makeOAuthToken(app, account, { clientId: await makeOAuthClient(owner) });
    const { token } = done(await oauth.post('/profile/tokens', { label: 'Made by Fleet' }));
    done(await platform(app).delete(`/accounts/${owner.id}`));
    expect((await new Client(app.url, token).get('/profile/preferences')).status).toBe(401);
    const { data } = done(await account.client.filter('/account/events', { action: 'token_delete' }));
    expect(data).toMatchObject([{ username: null, entity: { type: 'token', label: 'Made by Fleet' } }]);
  });

  it('[D-32] belong to their account alone', async () => {
    const { client } = await makeAccount(app);
    const { client: stranger } = await makeAccount(app);
    const { id } = done(await client.post(PATH, WANTED));
    expect((await stranger.get(`${PATH}/${id}`)).status).toBe(404);
    expect((await stranger.put(`${PATH}/${id}`, {})).status).toBe(404);
    expect((await stranger.delete(`${PATH}/${id}`)).status).toBe(404);
    expect((await stranger.post(`${PATH}/${id}/reset-secret`)).status).toBe(404);
    expect(done(await stranger.get(PATH)).results).toBe(0);
  });

  it('[D-36] are filtered', async () => {
    const { client } = await makeAccount(app);
    done(await client.post(PATH, WANTED));
    done(await client.post(PATH, { ...WANTED, label: 'Other', public: true }));
    expect(done(await client.filter(PATH, { public: true })).data[0].label).toBe('Other');
    expect(done(await client.filter(PATH, { label: { '+contains': 'flee' } })).results).toBe(1);
    expect((await client.filter(PATH, { secret: 'x' })).body).toEqual(
      refusal('X-Filter', 'Cannot filter on secret'),
    );
  });
});
