import { startApp, type TestApp } from '../../support/app.js';
import { anonymous, refusal } from '../../support/client.js';
import { makeAccount, makeRestricted } from '../../support/makers.js';

let app: TestApp;
beforeAll(async () => (app = await startApp()));
afterAll(() => app.close());

describe('GET /account', () => {
  it('[D-138] [D-270] shows the account', async () => {
    const { client, username } = await makeAccount(app);
    const answer = await client.get('/account');
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      company: 'Example Ltd',
      email: `${username}@example.com`,
      euuid: answer.headers.get('x-customer-uuid'),
      active_since: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/),
      capabilities: ['VPCs'],
      site_type: 'core',
    });
  });

  it('[Access] needs an unrestricted user or account access', async () => {
    const account = await makeAccount(app);
    const without = await makeRestricted(app, account);
    const reader = await makeRestricted(app, account, { global: { account_access: 'read_only' } });
    const refused = await without.client.get('/account');
    expect(refused.status).toBe(403);
    expect(refused.body).toEqual(refusal('', 'Unauthorized'));
    expect((await reader.client.get('/account')).status).toBe(200);
  });
});

describe('GET /regions', () => {
  it('[D-161] [D-270] shows what a region offers and what kind of site it is', async () => {
    const region = {
      id: 'us-east',
      label: 'Newark, NJ',
      country: 'us',
      capabilities: ['VPCs', 'Images'],
      status: 'ok',
      resolvers: { ipv4: '', ipv6: '' },
      site_type: 'core',
    };
    expect((await anonymous(app).get('/regions/us-east')).body).toEqual(region);
    const { data, results } = (await anonymous(app).get('/regions')).body;
    expect(results).toBe(31);
    expect(data).toContainEqual(region);
  });
});
