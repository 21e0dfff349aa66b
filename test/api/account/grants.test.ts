import { startApp, type TestApp } from '../../support/app.js';
import { refusal } from '../../support/client.js';
import { NO_GRANTS } from '../../support/grants.js';
import { done, makeAccount, makeRestricted, makeVpc } from '../../support/makers.js';

let app: TestApp;
beforeAll(async () => (app = await startApp()));
afterAll(() => app.close());

describe('/account/users/{username}/grants', () => {
  it('[D-143] GET answers 204 for an unrestricted user, PUT refuses one', async () => {
    const { client, username } = await makeAccount(app);
    const path = `/account/users/${username}/grants`;
    const answer = await client.get(path);
    expect(answer.status).toBe(204);
    expect(answer.body).toBeUndefined();
    expect(await client.put(path, {})).toMatchObject({
      status: 400,
      body: refusal('', 'Grants can be set only for a restricted user.'),
    });
  });

  it('[D-143] show every entity of the account, null where there is no grant', async () => {
    const account = await makeAccount(app);
    const one = await makeVpc(account.client, { label: 'one' });
    const two = await makeVpc(account.client, { label: 'two' });
    const { username } = await makeRestricted(app, account, {
      vpc: [{ id: two.id, permissions: 'read_only' }],
    });
    const grants = done(await account.client.get(`/account/users/${username}/grants`));
    expect(grants).toEqual({
      ...NO_GRANTS,
      vpc: [
        { id: one.id, label: 'one', permissions: null },
        { id: two.id, label: 'two', permissions: 'read_only' },
      ],
    });
  });

  it('[D-143] only named grants change, and null removes one', async () => {
    const account = await makeAccount(app);
    const one = await makeVpc(account.client);
    const two = await makeVpc(account.client);
    const { username, client } = await makeRestricted(app, account, {
      global: { add_vpcs: true },
      vpc: [
        { id: one.id, permissions: 'read_only' },
        { id: two.id, permissions: 'read_only' },
      ],
    });
    const change = { global: { account_access: 'read_only' }, vpc: [{ id: one.id, permissions: null }] };
    const answer = await account.client.put(`/account/users/${username}/grants`, change);
    expect(answer.status).toBe(200);
    expect(answer.body.global).toMatchObject({ account_access: 'read_only', add_vpcs: true });
    expect(answer.body.vpc.map((grant: { permissions: string }) => grant.permissions)).toEqual([
      null,
      'read_only',
    ]);
    expect((await client.get(`/vpcs/${one.id}`)).status).toBe(404);
    expect((await client.get(`/vpcs/${two.id}`)).status).toBe(200);
    expect(done(await account.client.get('/account/events')).data[0].action).toBe('user_update');
  });

  it('[D-143] an unknown or foreign entity is refused and nothing changes', async () => {
    const account = await makeAccount(app);
    const foreign = await makeVpc((await makeAccount(app)).client);
    const own = await makeVpc(account.client);
    const { username, client } = await makeRestricted(app, account);
    const vpc = [own.id, foreign.id, 999999].map((id) => ({ id, permissions: 'read_write' }));
    const answer = await account.client.put(`/account/users/${username}/grants`, { vpc });
    expect(answer.status).toBe(400);
    expect(answer.body.errors).toEqual([
      { field: 'vpc[1].id', reason: 'id is not valid' },
      { field: 'vpc[2].id', reason: 'id is not valid' },
    ]);
    expect((await client.get(`/vpcs/${own.id}`)).status).toBe(404);
  });

  it('[D-10] malformed grants are refused', async () => {
    const account = await makeAccount(app);
    const { username } = await makeRestricted(app, account);
    const faulty = { vpc: [{ id: '1', permissions: 'all' }], global: { add_vpcs: 'yes' } };
    const answer = await account.client.put(`/account/users/${username}/grants`, faulty);
    expect(answer.status).toBe(400);
    expect(answer.body.errors).toEqual([
      { field: 'vpc[0].id', reason: 'id is not valid' },
      { field: 'vpc[0].permissions', reason: 'Must be one of read_only, read_write' },
      { field: 'global.add_vpcs', reason: 'add_vpcs is not valid' },
    ]);
  });

  it('[D-32] a user of another account is 404', async () => {
    const { username } = await makeRestricted(app, await makeAccount(app));
    const { client } = await makeAccount(app);
    expect((await client.get(`/account/users/${username}/grants`)).status).toBe(404);
    expect((await client.put(`/account/users/${username}/grants`, {})).status).toBe(404);
  });
});
