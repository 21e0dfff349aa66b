import { startApp, type TestApp } from '../../support/app.js';
import { Client } from '../../support/client.js';
import { done, makeAccount, makeRestricted, makeToken } from '../../support/makers.js';

let app: TestApp;
beforeAll(async () => (app = await startApp()));
afterAll(() => app.close());

describe('GET /profile/grants', () => {
  it('[Profile rule 2] answers an unrestricted user with 204 and no body', async () => {
    const { client } = await makeAccount(app);
    const answer = await client.get('/profile/grants');
    expect(answer.status).toBe(204);
    expect(answer.body).toBeUndefined();
  });

  it('[D-44] shows what a restricted user was granted, whatever the scope', async () => {
    const account = await makeAccount(app);
    const vpc = done(await account.client.post('/vpcs', { label: 'net', region: 'us-east' }));
    await account.client.post('/vpcs', { label: 'hidden', region: 'us-east' });
    const grants = { global: { add_vpcs: true }, vpc: [{ id: vpc.id, permissions: 'read_write' }] };
    const user = await makeRestricted(app, account, grants);
    const client = await makeToken(app, user.username, 'domains:read_only');
    const answer = await client.get('/profile/grants');
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      database: [],
      domain: [],
      image: [],
      instance: [],
      longview: [],
      nodebalancer: [],
      stackscript: [],
      volume: [],
      vpc: [{ id: vpc.id, label: 'net', permissions: 'read_write' }],
      global: {
        account_access: null,
        add_databases: false,
        add_domains: false,
        add_firewalls: false,
        add_images: false,
        add_instances: false,
        add_longview: false,
        add_nodebalancers: false,
        add_stackscripts: false,
        add_volumes: false,
        add_vpcs: true,
        cancel_account: false,
        child_account_access: false,
        longview_subscription: false,
      },
    });
  });

  it('[D-29] needs a credential', async () => {
    expect((await new Client(app.url, 'unknown').get('/profile/grants')).status).toBe(401);
  });
});
