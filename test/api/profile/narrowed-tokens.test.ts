import { startApp, type TestApp } from '../../support/app.js';
import { refusal } from '../../support/client.js';
import { makeDomain, nextDomain } from '../../support/domains.js';
import { done, makeAccount, makeRestricted, makeVpc } from '../../support/makers.js';
import { listed, narrow } from '../../support/narrowed.js';

let app: TestApp;
beforeAll(async () => (app = await startApp()));
afterAll(() => app.close());

const OUTSIDE = { status: 403, body: refusal('', "The token's restrictions do not allow this.") };
const NOT_FOUND = { status: 404, body: refusal('', 'Not found') };

describe('kinds', () => {
  it('[D-237] what a token names is open to it, and nothing else of its kind', async () => {
    const { client } = await makeAccount(app);
    const [named, other] = [await makeVpc(client, { subnets: 1 }), await makeVpc(client, { subnets: 1 })];
    const narrowed = await narrow(app, client, { vpcs: [named.id] });
    expect(await listed(narrowed, '/vpcs', 'id')).toEqual([[named.id], 1]);
    expect(await listed(narrowed, '/vpcs', 'id', { region: 'us-east' })).toEqual([[named.id], 1]);
    expect((await narrowed.put(`/vpcs/${named.id}`, { label: 'new' })).status).toBe(200);
    expect(
      (await narrowed.post(`/vpcs/${named.id}/subnets`, { label: 'b', ipv4: '10.9.0.0/24' })).status,
    ).toBe(200);
    for (const path of ['', '/subnets', '/ips', `/subnets/${other.subnets[0].id}`]) {
      expect(await narrowed.get(`/vpcs/${other.id}${path}`)).toMatchObject(NOT_FOUND);
    }
    expect(await narrowed.delete(`/vpcs/${other.id}`)).toMatchObject(NOT_FOUND);
    expect(await narrowed.post('/vpcs', { label: 'x', region: 'us-east' })).toMatchObject(OUTSIDE);
  });

  it('[D-237] what a token does not name is closed: 404, 403 for creating, empty lists', async () => {
    const { client } = await makeAccount(app);
    const domain = await makeDomain(client, [['A', 'www', '192.0.2.1']]);
    const vpc = await makeVpc(client);
    const image = done(await client.post('/images/upload', { label: 'i', region: 'us-east' })).image;
    for (const restrictions of [{ images: [] }, { domains: [], vpcs: [] }, { vpcs: [], unused_days: 30 }]) {
      const narrowed = await narrow(app, client, restrictions);
      expect(await listed(narrowed, '/domains', 'id')).toEqual([[], 0]);
      expect(await listed(narrowed, '/vpcs', 'id')).toEqual([[], 0]);
      expect(await listed(narrowed, '/images', 'id', { is_public: false })).toEqual([[], 0]);
      expect(await listed(narrowed, '/networking/vpcs/ips', 'address')).toEqual([[], 0]);
      expect(await narrowed.get(`/domains/${domain.id}`)).toMatchObject(NOT_FOUND);
      expect(await narrowed.get(`/domains/${domain.id}/records`)).toMatchObject(NOT_FOUND);
      expect(await narrowed.get(`/vpcs/${vpc.id}`)).toMatchObject(NOT_FOUND);
      expect(await narrowed.get(`/images/${image.id}`)).toMatchObject(NOT_FOUND);
      const made = { domain: `new-${domain.domain}`, type: 'master', soa_email: 'a@example.com' };
      expect(await narrowed.post('/domains', made)).toMatchObject(OUTSIDE);
      expect(await narrowed.post(`/images/upload`, { label: 'x', region: 'us-east' })).toMatchObject(OUTSIDE);
      expect((await narrowed.get('/profile')).status).toBe(200);
      expect((await narrowed.get('/regions')).status).toBe(200);
    }
  });

  it('[D-237] an image that a token names can be read, changed and deleted', async () => {
    const { client } = await makeAccount(app);
    const [one, two] = [0, 1].map(async () =>
      done(await client.post('/images/upload', { label: 'i', region: 'us-east' })),
    );
    const [{ image }, { image: other }] = [await one!, await two!];
    const narrowed = await narrow(app, client, { images: [image.id] });
    expect(await listed(narrowed, '/images', 'id', { is_public: false })).toEqual([[image.id], 1]);
    expect((await narrowed.put(`/images/${image.id}`, { label: 'new' })).status).toBe(200);
    expect(await narrowed.put(`/images/${other.id}`, { label: 'new' })).toMatchObject(NOT_FOUND);
    expect((await narrowed.delete(`/images/${image.id}`)).status).toBe(200);
    expect(await narrowed.get(`/images/${other.id}`)).toMatchObject(NOT_FOUND);
  });

  it('[D-237] it makes no tokens, users or OAuth clients, and changes none', async () => {
    const account = await makeAccount(app);
    const { client } = account;
    const { username } = await makeRestricted(app, account);
    const narrowed = await narrow(app, client, { domains: [] });
    const user = { username: 'somebody-new', email: 'a@example.com' };
    const tokens = done(await client.get('/profile/tokens')).data as { id: number }[];
    const closed = [
      narrowed.post('/profile/tokens', { label: 'escape' }),
      narrowed.post('/account/users', user),
      narrowed.post('/account/oauth-clients', { label: 'a', redirect_uri: 'https://example.com/' }),
      narrowed.post('/profile/sshkeys', { label: 'a', ssh_key: 'ssh-ed25519 AAAA' }),
      narrowed.put('/profile', { email: 'mine@example.com' }),
      narrowed.get('/profile/tokens'),
      narrowed.get('/account/users'),
      narrowed.get('/account/events'),
    ];
    for (const answer of await Promise.all(closed)) expect(answer).toMatchObject(OUTSIDE);
    const hidden = [
      narrowed.put(`/account/users/${username}`, { password: 'correct horse battery' }),
      narrowed.put(`/account/users/${username}/grants`, {}),
      narrowed.get(`/profile/tokens/${tokens[0]!.id}/restrictions`),
      narrowed.delete(`/profile/tokens/${tokens[0]!.id}`),
    ];
    for (const answer of await Promise.all(hidden)) expect(answer).toMatchObject(NOT_FOUND);
  });

  it('[D-237] [D-230] is given no answer that was kept for another token of the user', async () => {
    const { client } = await makeAccount(app);
    const [named, other] = [await makeDomain(client), await makeVpc(client)];
    const narrowed = await narrow(app, client, { domains: [{ id: named.id, types: ['TXT'] }] });
    const key = { 'Idempotency-Key': 'one' };
    done(await client.delete(`/vpcs/${other.id}`, key));
    expect(await narrowed.delete(`/vpcs/${other.id}`, key)).toMatchObject(NOT_FOUND);
    const made = { 'Idempotency-Key': 'two' };
    done(await client.post('/profile/tokens', { label: 'a' }, made));
    expect(await narrowed.post('/profile/tokens', { label: 'a' }, made)).toMatchObject(OUTSIDE);
    const own = { 'Idempotency-Key': 'three' };
    const { id } = done(
      await client.post(`/domains/${named.id}/records`, { type: 'TXT', name: 'x', target: 'y' }),
    );
    for (let time = 0; time < 2; time++)
      done(await narrowed.delete(`/domains/${named.id}/records/${id}`, own));
  });

  it('[D-237] [D-238] asks about itself only', async () => {
    const { client, username } = await makeAccount(app);
    const { id } = await makeVpc(client);
    const narrowed = await narrow(app, client, { vpcs: [] });
    const question = { method: 'GET', path: `/v4/vpcs/${id}` };
    expect(await narrowed.post('/profile/access', question)).toMatchObject({ body: { status: 404 } });
    expect(await narrowed.post('/profile/access', { ...question, username })).toMatchObject(OUTSIDE);
  });

  it("[D-237] [D-45] a restricted user's grants hold beside what their token names", async () => {
    const account = await makeAccount(app);
    const [granted, hidden] = [await makeVpc(account.client), await makeVpc(account.client)];
    const grants = { vpc: [{ id: granted.id, permissions: 'read_only' }] };
    const { client, username } = await makeRestricted(app, account, grants);
    const refused = await client.post('/profile/tokens', { restrictions: { vpcs: [granted.id, hidden.id] } });
    expect(refused).toMatchObject({
      status: 400,
      body: refusal('restrictions.vpcs[1]', 'vpcs[1] is not valid'),
    });
    const narrowed = await narrow(app, client, { vpcs: [granted.id] });
    expect(await narrowed.put(`/vpcs/${granted.id}`, { label: 'x' })).toMatchObject({
      status: 403,
      body: refusal('', 'Unauthorized'),
    });
    done(
      await account.client.put(`/account/users/${username}/grants`, {
        vpc: [{ id: granted.id, permissions: null }],
      }),
    );
    expect(await narrowed.get(`/vpcs/${granted.id}`)).toMatchObject(NOT_FOUND);
    expect(await listed(narrowed, '/vpcs', 'id')).toEqual([[], 0]);
  });
});

it('[D-237] [D-45] its restrictions show no domain on which its user has lost the grant', async () => {
  const account = await makeAccount(app);
  const [kept, lost] = [await makeDomain(account.client), await makeDomain(account.client)];
  const domain = [kept, lost].map(({ id }) => ({ id, permissions: 'read_only' }));
  const { client, username } = await makeRestricted(app, account, { domain });
  const restrictions = { domains: [{ id: kept.id }, { id: lost.id }] };
  const { id } = done(await client.post('/profile/tokens', { restrictions }));
  const without = { domain: [{ id: lost.id, permissions: null }] };
  done(await account.client.put(`/account/users/${username}/grants`, without));
  done(await account.client.put(`/domains/${lost.id}`, { domain: nextDomain() }));
  const shown = done(await client.get(`/profile/tokens/${id}/restrictions`));
  expect(shown.domains).toEqual([{ id: kept.id, domain: kept.domain }]);
});

describe('an entity that is deleted', () => {
  it('[D-237] ends its entry; an emptied list closes its kind', async () => {
    const { client } = await makeAccount(app);
    const [vpc, other, domain] = [await makeVpc(client), await makeVpc(client), await makeDomain(client)];
    const made = done(
      await client.post('/profile/tokens', {
        restrictions: { vpcs: [vpc.id], domains: [{ id: domain.id }] },
      }),
    );
    const narrowed = await narrow(app, client, { vpcs: [vpc.id], domains: [{ id: domain.id }] });
    done(await client.delete(`/vpcs/${vpc.id}`));
    done(await client.delete(`/domains/${domain.id}`));
    const again = done(
      await client.post('/domains', { domain: domain.domain, type: 'master', soa_email: 'a@example.com' }),
    );
    expect(done(await client.get(`/profile/tokens/${made.id}/restrictions`))).toEqual({
      domains: [],
      vpcs: [],
      images: [],
    });
    expect(await listed(narrowed, '/vpcs', 'id')).toEqual([[], 0]);
    expect(await listed(narrowed, '/domains', 'id')).toEqual([[], 0]);
    expect(await narrowed.get(`/vpcs/${other.id}`)).toMatchObject(NOT_FOUND);
    expect(await narrowed.get(`/domains/${again.id}`)).toMatchObject(NOT_FOUND);
  });

  it('[D-237] never leaves a token that names it, whichever comes first', async () => {
    const { client } = await makeAccount(app);
    for (let round = 0; round < 10; round++) {
      const { id } = await makeDomain(client);
      const restrictions = { domains: [{ id }] };
      const [made] = await Promise.all([
        client.post('/profile/tokens', { restrictions }),
        client.delete(`/domains/${id}`),
      ]);
      expect([200, 400]).toContain(made.status);
      if (made.status === 200)
        expect((await client.get(`/profile/tokens/${made.body.id}/restrictions`)).body.domains).toEqual([]);
    }
  });
});

it('[D-234] [D-237] its refusal has a code of its own', async () => {
  const { client } = await makeAccount(app);
  const narrowed = await narrow(app, client, { images: [] });
  const { status, body } = await narrowed.post('/vpcs', {}, { Accept: 'application/problem+json' });
  const reason = "The token's restrictions do not allow this.";
  expect([status, body.errors]).toEqual([403, [{ code: 'outside_restrictions', field: '', reason }]]);
});
