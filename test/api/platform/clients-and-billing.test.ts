import { startApp, type TestApp } from '../../support/app.js';
import { platform, refusal } from '../../support/client.js';
import { done, makeAccount } from '../../support/makers.js';

let app: TestApp;
beforeAll(async () => (app = await startApp()));
afterAll(() => app.close());

describe('[Platform API] POST /oauth-clients', () => {
  it('creates a client of the account and shows its secret once', async () => {
    const { id, client } = await makeAccount(app);
    const wanted = { label: 'App', redirect_uri: 'https://app.example.com/callback' };
    const made = done(await platform(app).post('/oauth-clients', { account_id: id, ...wanted }));
    expect(made).toEqual({
      ...wanted,
      id: expect.stringMatching(/^[0-9a-f]{20}$/),
      public: false,
      secret: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(done(await client.get(`/account/oauth-clients/${made.id}`)).label).toBe('App');
    expect(done(await client.get('/account/events')).data[0]).toMatchObject({
      action: 'oauth_client_create',
      username: null,
    });
  });

  it('gives a public client no secret', async () => {
    const { id } = await makeAccount(app);
    const wanted = { account_id: id, label: 'App', redirect_uri: 'com.example.app:/callback', public: true };
    expect(done(await platform(app).post('/oauth-clients', wanted))).toMatchObject({
      public: true,
      secret: null,
    });
  });

  it('reports an unknown account', async () => {
    const wanted = { account_id: 999999, label: 'App', redirect_uri: 'https://app.example.com/callback' };
    expect(await platform(app).post('/oauth-clients', wanted)).toMatchObject({
      status: 400,
      body: refusal('account_id', 'account_id is not valid'),
    });
  });
});

describe('[Platform API] PUT /accounts/{accountId}/billing', () => {
  it('[D-72] stores the figures that feed the profile’s referrals', async () => {
    const { id, client } = await makeAccount(app);
    const billing = {
      payments_total_usd: 25,
      referrals: { completed: 2, credit: 40.5, pending: 1, total: 3 },
    };
    expect(await platform(app).put(`/accounts/${id}/billing`, billing)).toMatchObject({
      status: 200,
      body: billing,
    });
    expect(done(await client.get('/profile')).referrals).toMatchObject(billing.referrals);
  });

  it('replaces all figures', async () => {
    const { id } = await makeAccount(app);
    const billing = { payments_total_usd: 25, referrals: { completed: 2, credit: 40, pending: 1, total: 3 } };
    done(await platform(app).put(`/accounts/${id}/billing`, billing));
    expect(done(await platform(app).put(`/accounts/${id}/billing`, { payments_total_usd: 0.5 }))).toEqual({
      payments_total_usd: 0.5,
      referrals: { completed: 0, credit: 0, pending: 0, total: 0 },
    });
  });

  it('refuses values that are no amounts, and an unknown account', async () => {
    const { id } = await makeAccount(app);
    const faulty = { payments_total_usd: -1, referrals: { completed: 1.5, credit: '1', pending: -1 } };
    expect((await platform(app).put(`/accounts/${id}/billing`, faulty)).body.errors).toEqual([
      { field: 'payments_total_usd', reason: 'payments_total_usd is not valid' },
      { field: 'referrals.completed', reason: 'completed is not valid' },
      { field: 'referrals.credit', reason: 'credit is not valid' },
      { field: 'referrals.pending', reason: 'Must be 0-2147483647' },
      { field: 'referrals.total', reason: 'total is required' },
    ]);
    const answer = await platform(app).put('/accounts/999999/billing', { payments_total_usd: 1 });
    expect(answer.status).toBe(404);
  });
});
