import { startApp, type TestApp } from '../../support/app.js';
import { platform, refusal, refusals } from '../../support/client.js';
import { NO_GRANTS } from '../../support/grants.js';
import { done, makeAccount, makeInstance, makeRestricted, makeVpc, next } from '../../support/makers.js';

let app: TestApp;
beforeAll(async () => (app = await startApp()));
afterAll(() => app.close());

const put = (username: string, grants: unknown) => platform(app).put(`/users/${username}/grants`, grants);

describe('PUT /platform/v1/users/{username}/grants', () => {
  it('[D-44] answers with the stored grants, all keys of them, as /profile/grants shows them', async () => {
    const account = await makeAccount(app);
    const { username, client } = await makeRestricted(app, account);
    const answer = await put(username, {});
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual(NO_GRANTS);
    expect((await client.get('/profile/grants')).body).toEqual(NO_GRANTS);
  });

  it('sets grants on every kind of entity', async () => {
    const account = await makeAccount(app);
    const { client } = account;
    const vpc = await makeVpc(client, { label: 'net' });
    const instance = await makeInstance(app, account);
    const zone = { domain: `grants-${next()}.example`, type: 'master', soa_email: 'a@example.com' };
    const domain = done(await client.post('/domains', zone));
    const { image } = done(await client.post('/images/upload', { label: 'i', region: 'us-east' }));
    const imageId = Number(image.id.slice('private/'.length));
    const { username } = await makeRestricted(app, account);
    const grants = {
      vpc: [{ id: vpc.id, permissions: 'read_write' }],
      instance: [{ id: instance.id, permissions: 'read_only' }],
      domain: [{ id: domain.id, permissions: 'read_only' }],
      image: [{ id: imageId, permissions: 'read_write' }],
      global: { add_vpcs: true, account_access: 'read_only' },
    };
    expect(done(await put(username, grants))).toEqual({
      ...NO_GRANTS,
      vpc: [{ id: vpc.id, label: 'net', permissions: 'read_write' }],
      instance: [{ id: instance.id, label: instance.label, permissions: 'read_only' }],
      domain: [{ id: domain.id, label: zone.domain, permissions: 'read_only' }],
      image: [{ id: imageId, label: 'i', permissions: 'read_write' }],
      global: { ...NO_GRANTS.global, add_vpcs: true, account_access: 'read_only' },
    });
  });

  it('[D-276] records in its event whether a grant has changed', async () => {
    const account = await makeAccount(app);
    const vpc = await makeVpc(account.client);
    const { username } = await makeRestricted(app, account);
    const grants = { vpc: [{ id: vpc.id, permissions: 'read_only' }], global: { add_domains: true } };
    const messages = [];
    for (const request of [grants, grants, {}]) {
      done(await put(username, request));
      const [event] = done(await account.client.get('/account/events')).data;
      messages.push([event.action, event.message]);
    }
    const unchanged = ['user_update', 'Nothing changed.'];
    expect(messages).toEqual([['user_update', null], unchanged, unchanged]);
  });

  it('[D-143] changes only what is named; null removes', async () => {
    const account = await makeAccount(app);
    const [one, two] = [await makeVpc(account.client), await makeVpc(account.client)];
    const { username } = await makeRestricted(app, account, {
      vpc: [
        { id: two.id, permissions: 'read_only' },
        { id: one.id, permissions: 'read_write' },
      ],
      global: { add_vpcs: true, add_domains: true, account_access: 'read_write' },
    });
    const changed = done(
      await put(username, {
        vpc: [{ id: one.id, permissions: null }],
        global: { add_domains: false, add_images: true, account_access: null, add_vpcs: null },
        unknown: [1],
      }),
    );
    expect(changed.vpc).toEqual([{ id: two.id, label: 'net', permissions: 'read_only' }]);
    expect(changed.global).toEqual({ ...NO_GRANTS.global, add_vpcs: true, add_images: true });
    expect(done(await put(username, { vpc: [], global: {} }))).toEqual(changed);
  });

  it('reports every entity that is unknown or another account’s, and changes nothing', async () => {
    const account = await makeAccount(app);
    const vpc = await makeVpc(account.client);
    const foreign = await makeVpc((await makeAccount(app)).client);
    const { username } = await makeRestricted(app, account);
    const rw = 'read_write';
    const answer = await put(username, {
      global: { add_vpcs: true },
      vpc: [
        { id: vpc.id, permissions: rw },
        { id: foreign.id, permissions: rw },
        { id: 999999, permissions: null },
      ],
      domain: [{ id: 999999, permissions: rw }],
      database: [{ id: 1, permissions: rw }],
    });
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual(
      refusals(
        ['database[0].id', 'id is not valid'],
        ['domain[0].id', 'id is not valid'],
        ['vpc[1].id', 'id is not valid'],
        ['vpc[2].id', 'id is not valid'],
      ),
    );
    expect(done(await put(username, {}))).toEqual(NO_GRANTS);
  });

  it('[D-27] reports all malformed grants at once', async () => {
    const { username } = await makeRestricted(app, await makeAccount(app));
    const answer = await put(username, {
      global: { account_access: 'none', add_vpcs: 1 },
      vpc: [{ id: '1', permissions: 'none' }, {}, 5],
      domain: {},
    });
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual(
      refusals(
        ['domain', 'domain is not valid'],
        ['vpc[0].id', 'id is not valid'],
        ['vpc[0].permissions', 'Must be one of read_only, read_write'],
        ['vpc[1].id', 'id is required'],
        ['vpc[1].permissions', 'permissions is required'],
        ['vpc[2]', 'vpc[2] is not valid'],
        ['global.account_access', 'Must be one of read_only, read_write'],
        ['global.add_vpcs', 'add_vpcs is not valid'],
      ),
    );
    const list = await put(username, { global: [] });
    expect(list.body).toEqual(refusal('global', 'global is not valid'));
  });

  it('refuses an unrestricted user', async () => {
    const { username } = await makeAccount(app);
    const reason = 'Grants can be set only for a restricted user.';
    expect(await put(username, {})).toMatchObject({ status: 400, body: refusal('', reason) });
  });

  it('[D-46] a grant is deleted with its entity', async () => {
    const account = await makeAccount(app);
    const vpc = await makeVpc(account.client);
    const instance = await makeInstance(app, account);
    const { username } = await makeRestricted(app, account, {
      vpc: [{ id: vpc.id, permissions: 'read_only' }],
      instance: [{ id: instance.id, permissions: 'read_only' }],
    });
    done(await account.client.delete(`/vpcs/${vpc.id}`));
    done(await platform(app).delete(`/instances/${instance.id}`));
    expect(done(await put(username, {}))).toEqual(NO_GRANTS);
  });

  it('[D-191] records user_update without a user name', async () => {
    const account = await makeAccount(app);
    const { username, uid } = await makeRestricted(app, account);
    done(await put(username, { global: { add_vpcs: true } }));
    expect((await account.client.get('/account/events')).body.data[0]).toMatchObject({
      action: 'user_update',
      username: null,
      entity: { id: uid, label: username, type: 'user', url: `/v4/account/users/${username}` },
    });
  });
});
