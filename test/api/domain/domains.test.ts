import { startApp, type TestApp } from '../../support/app.js';
import { refusal } from '../../support/client.js';
import { makeDomain, nextDomain } from '../../support/domains.js';
import { done, makeAccount, makeRestricted } from '../../support/makers.js';

let app: TestApp;
beforeAll(async () => (app = await startApp()));
afterAll(() => app.close());

const now = () => new Date(app.clock.milliseconds()).toISOString().slice(0, 19);

const MASTER = { type: 'master', soa_email: 'admin@example.com' };

async function actions(client: { get(path: string): Promise<{ body: { data: { action: string }[] } }> }) {
  return (await client.get('/account/events')).body.data.map(({ action }) => action);
}

describe('POST /domains', () => {
  it('[Domain] shows every field, unset ones by their defaults', async () => {
    const { client } = await makeAccount(app);
    const domain = nextDomain();
    const answer = await client.post('/domains', { domain: `${domain.toUpperCase()}.`, ...MASTER });
    expect(answer).toMatchObject({ status: 200 });
    expect(answer.body).toEqual({
      id: answer.body.id,
      domain,
      type: 'master',
      status: 'active',
      description: '',
      group: '',
      soa_email: 'admin@example.com',
      master_ips: [],
      axfr_ips: [],
      expire_sec: 0,
      refresh_sec: 0,
      retry_sec: 0,
      ttl_sec: 0,
      tags: [],
      created: now(),
      updated: now(),
    });
    expect((await client.get(`/domains/${answer.body.id}`)).body).toEqual(answer.body);
    expect(await actions(client)).toEqual(['domain_create']);
  });

  it('[D-93] [D-94] [D-96] stores the fields of the request, with rounded seconds and without repeated tags', async () => {
    const { client } = await makeAccount(app);
    const answer = await client.post('/domains', {
      domain: 'Bücher.example',
      type: 'slave',
      status: 'disabled',
      description: 'two\nlines',
      group: 'shops',
      soa_email: 'books@example.com',
      master_ips: ['192.0.2.1', '2001:DB8::1'],
      axfr_ips: ['198.51.100.1'],
      expire_sec: 2419201,
      refresh_sec: 1,
      retry_sec: 31,
      ttl_sec: 301,
      tags: ['b', 'a', 'b'],
    });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      domain: 'xn--bcher-kva.example',
      type: 'slave',
      status: 'disabled',
      description: 'two\nlines',
      group: 'shops',
      master_ips: ['192.0.2.1', '2001:DB8::1'],
      axfr_ips: ['198.51.100.1'],
      expire_sec: 2419200,
      refresh_sec: 30,
      retry_sec: 120,
      ttl_sec: 3600,
      tags: ['b', 'a'],
    });
  });

  it('[D-70] takes and shows an address with a local part of 64 characters', async () => {
    const { client } = await makeAccount(app);
    const soa_email = `${'a'.repeat(64)}@example.com`;
    const { status, body } = await client.post('/domains', {
      domain: nextDomain(),
      type: 'master',
      soa_email,
    });
    expect({ status, soa_email: body.soa_email }).toEqual({ status: 200, soa_email });
  });

  it('[D-27] reports all faults at once, in the order of the request', async () => {
    const { client } = await makeAccount(app);
    const answer = await client.post('/domains', {
      domain: 'nodots',
      type: 'native',
      status: 'on',
      description: 'a'.repeat(254),
      group: 'a'.repeat(51),
      soa_email: 'nobody',
      master_ips: ['192.0.2.1:53'],
      axfr_ips: ['::1', '10.0.0.0/8'],
      expire_sec: -1,
      refresh_sec: '5',
      retry_sec: 9007199254740994,
      ttl_sec: 1.5,
      tags: ['', 'fine'],
    });
    expect(answer.status).toBe(400);
    expect(answer.body.errors).toEqual([
      { field: 'domain', reason: 'Domain is not valid.' },
      { field: 'type', reason: 'Must be one of master, slave' },
      { field: 'status', reason: 'Must be one of disabled, active' },
      { field: 'description', reason: 'Length must be 0-253 characters' },
      { field: 'group', reason: 'Length must be 0-50 characters' },
      { field: 'soa_email', reason: 'Invalid email address.' },
      { field: 'master_ips[0]', reason: 'Must be a valid IP address' },
      { field: 'axfr_ips[1]', reason: 'Must be a valid IP address' },
      { field: 'expire_sec', reason: 'Must be 0-2147483647' },
      { field: 'refresh_sec', reason: 'refresh_sec is not valid' },
      { field: 'retry_sec', reason: 'retry_sec is not valid' },
      { field: 'ttl_sec', reason: 'ttl_sec is not valid' },
      { field: 'tags[0]', reason: 'Length must be 1-255 characters' },
    ]);
  });

  it('[D-295] rounds any number of seconds', async () => {
    const { client } = await makeAccount(app);
    const { id } = await makeDomain(client);
    const seconds = {
      expire_sec: 2147483648,
      refresh_sec: 4294967296,
      retry_sec: 1e12,
      ttl_sec: 2 ** 53 - 1,
    };
    const shown = done(await client.put(`/domains/${id}`, seconds));
    expect(shown).toMatchObject({
      expire_sec: 2419200,
      refresh_sec: 2419200,
      retry_sec: 2419200,
      ttl_sec: 2419200,
    });
    const record = { type: 'A', target: '192.0.2.1', ttl_sec: 2 ** 40 };
    expect(done(await client.post(`/domains/${id}/records`, record)).ttl_sec).toBe(2419200);
    expect((await client.post(`/domains/${id}/records`, { ...record, ttl_sec: 2 ** 53 + 2 })).body).toEqual(
      refusal('ttl_sec', 'ttl_sec is not valid'),
    );
  });

  it('[Domain] domain and type are required', async () => {
    const { client } = await makeAccount(app);
    expect((await client.post('/domains')).body.errors).toEqual([
      { field: 'domain', reason: 'domain is required' },
      { field: 'type', reason: 'type is required' },
    ]);
  });

  it('[D-90] a master needs soa_email, a slave master_ips', async () => {
    const { client } = await makeAccount(app);
    const master = await client.post('/domains', { domain: nextDomain(), type: 'master' });
    expect(master).toMatchObject({
      status: 400,
      body: refusal('soa_email', 'soa_email required when type=master'),
    });
    const slave = await client.post('/domains', { domain: nextDomain(), type: 'slave', master_ips: [] });
    expect(slave.body).toEqual(
      refusal('master_ips', 'You need at least one master DNS server IP address for this zone.'),
    );
  });

  it('[D-184] axfr_ips have at most 1000 characters together', async () => {
    const { client } = await makeAccount(app);
    const axfr_ips = Array.from({ length: 101 }, () => '10.0.0.100');
    const answer = await client.post('/domains', { domain: nextDomain(), ...MASTER, axfr_ips });
    expect(answer.body).toEqual(refusal('axfr_ips', 'Length must be 0-1000 characters'));
  });

  it('[Domains rule 5] [D-92] a name is taken on the whole platform, however it is written', async () => {
    const [one, other] = [await makeAccount(app), await makeAccount(app)];
    const { domain, id } = await makeDomain(one.client);
    const again = { domain: `${domain.toUpperCase()}.`, ...MASTER };
    expect((await other.client.post('/domains', again)).body).toEqual(
      refusal('domain', 'Domain already exists.'),
    );
    expect((await other.client.get('/domains')).body.results).toBe(0);
    expect(await actions(other.client)).toEqual([]);
    await one.client.delete(`/domains/${id}`);
    expect((await other.client.post('/domains', again)).status).toBe(200);
  });

  it('[D-27] reports a taken name together with what the type needs', async () => {
    const { client } = await makeAccount(app);
    const { domain } = await makeDomain(client);
    expect((await client.post('/domains', { domain, type: 'master' })).body.errors).toEqual([
      { field: 'domain', reason: 'Domain already exists.' },
      { field: 'soa_email', reason: 'soa_email required when type=master' },
    ]);
  });

  it('[D-45] [D-46] a restricted user needs add_domains, and may write the domains they create', async () => {
    const account = await makeAccount(app);
    const without = await makeRestricted(app, account);
    expect((await without.client.post('/domains', { domain: nextDomain(), ...MASTER })).status).toBe(403);
    const { client } = await makeRestricted(app, account, { global: { add_domains: true } });
    const { id } = await makeDomain(client);
    expect((await client.put(`/domains/${id}`, { description: 'mine' })).status).toBe(200);
    expect((await without.client.get(`/domains/${id}`)).status).toBe(404);
  });
});

describe('GET /domains', () => {
  it('[D-07] lists and counts the domains of the account', async () => {
    const [one, other] = [await makeAccount(app), await makeAccount(app)];
    await makeDomain(other.client);
    const made = [await makeDomain(one.client), await makeDomain(one.client), await makeDomain(one.client)];
    const page = await one.client.get('/domains?page=2&page_size=2');
    expect(page.body).toEqual({ data: [made[2]], page: 2, pages: 2, results: 3 });
    await one.client.delete(`/domains/${made[0].id}`);
    expect((await one.client.get('/domains')).body).toMatchObject({ results: 2, pages: 1 });
  });

  it('[D-45] a restricted user sees and counts only domains they have a grant for', async () => {
    const account = await makeAccount(app);
    const domains = [await makeDomain(account.client), await makeDomain(account.client)];
    const grants = { domain: [{ id: domains[1].id, permissions: 'read_only' }] };
    const { client } = await makeRestricted(app, account, grants);
    expect((await client.get('/domains')).body).toEqual({
      data: [domains[1]],
      page: 1,
      pages: 1,
      results: 1,
    });
    expect((await client.put(`/domains/${domains[1].id}`, {})).status).toBe(403);
    expect((await client.get(`/domains/${domains[0].id}/records`)).status).toBe(404);
    expect((await client.get(`/domains/${domains[0].id}/zone-file`)).status).toBe(404);
  });

  it('[D-260] filters and orders by created and updated', async () => {
    const { client } = await makeAccount(app);
    const one = await makeDomain(client);
    app.clock.forward(60);
    const two = await makeDomain(client);
    app.clock.forward(60);
    await client.put(`/domains/${one.id}`, { group: 'new' });
    const ids = async (filter: object) =>
      (await client.filter('/domains', filter)).body.data.map(({ id }: { id: number }) => id);
    expect(await ids({ created: one.created })).toEqual([one.id]);
    expect(await ids({ updated: { '+gt': two.updated } })).toEqual([one.id]);
    expect(await ids({ '+order_by': 'updated', '+order': 'desc' })).toEqual([one.id, two.id]);
  });

  it('[D-36] filters by a name in any form and by tags, and orders', async () => {
    const { client } = await makeAccount(app);
    const one = await makeDomain(client, [], { tags: ['prod', 'x'], ttl_sec: 300 });
    const two = await makeDomain(client, [], { tags: ['test'], ttl_sec: 3600 });
    const ids = async (filter: object) =>
      (await client.filter('/domains', filter)).body.data.map(({ id }: { id: number }) => id);
    expect(await ids({ domain: `${one.domain.toUpperCase()}.` })).toEqual([one.id]);
    expect(await ids({ tags: 'prod' })).toEqual([one.id]);
    expect(await ids({ ttl_sec: { '+gt': 300 } })).toEqual([two.id]);
    expect(await ids({ '+order_by': 'ttl_sec', '+order': 'desc' })).toEqual([two.id, one.id]);
    expect((await client.filter('/domains', { master_ips: '10.0.0.1' })).body).toEqual(
      refusal('X-Filter', 'Cannot filter on master_ips'),
    );
  });
});
