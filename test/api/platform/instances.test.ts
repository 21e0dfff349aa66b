import { startApp, type TestApp } from '../../support/app.js';
import { NOT_FOUND, platform, refusal, refusals } from '../../support/client.js';
import { done, makeAccount, next } from '../../support/makers.js';
import { accountWithSubnet, instanceBody, putInstance } from '../../support/instances.js';

let app: TestApp;
beforeAll(async () => (app = await startApp()));
afterAll(() => app.close());

describe('PUT /platform/v1/instances/{instanceId}', () => {
  it('stores the instance and answers with it, as GET does', async () => {
    const { account, subnet } = await accountWithSubnet(app);
    const id = next();
    const ipv4 = { vpc: '10.0.1.2', nat_1_1: '203.0.113.7' };
    const request = instanceBody(account.id, subnet, {}, { ipv4, ip_ranges: ['10.0.1.64/26'] });
    const answer = await putInstance(app, id, request);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ id, ...request });
    expect((await platform(app).get(`/instances/${id}`)).body).toEqual(answer.body);
  });

  it('optional fields are empty or null when left out', async () => {
    const { id: account_id } = await makeAccount(app);
    const id = next();
    const bare = { account_id, label: 'bare', region: 'us-east', status: 'offline' };
    expect(done(await putInstance(app, id, bare))).toEqual({ id, ...bare, disks: [], configs: [] });
    const one = { id: next(), purpose: 'public', active: false };
    const disk = { id: next(), label: 'data', size: 1 };
    const request = { ...bare, disks: [disk], configs: [{ id: next(), label: 'c', interfaces: [one] }] };
    const stored = done(await putInstance(app, id, request));
    expect(stored.disks).toEqual([{ ...disk, source: null }]);
    expect(stored.configs[0].interfaces).toEqual([
      { ...one, subnet_id: null, ipv4: { vpc: null, nat_1_1: null }, ip_ranges: [] },
    ]);
  });

  it('is idempotent and replaces everything: what the body leaves out is deleted', async () => {
    const { account, vpc, subnet, second } = await accountWithSubnet(app);
    const id = next();
    const request = instanceBody(
      account.id,
      subnet,
      {},
      { ipv4: { vpc: '10.0.1.2', nat_1_1: null }, ip_ranges: [] },
    );
    const stored = done(await putInstance(app, id, request));
    expect(done(await putInstance(app, id, request))).toEqual(stored);
    const [config] = stored.configs;
    const moved = { ...config.interfaces[0], subnet_id: second, ipv4: { vpc: '10.0.2.9', nat_1_1: null } };
    const changed = {
      ...request,
      status: 'offline',
      disks: [],
      configs: [{ ...config, interfaces: [moved] }],
    };
    expect(done(await putInstance(app, id, changed))).toEqual({ id, ...changed });
    const subnets = (await account.client.get(`/vpcs/${vpc.id}`)).body.subnets;
    expect(subnets[0].instances).toEqual([]);
    expect(subnets[1].instances).toEqual([{ id, interfaces: [{ active: true, id: moved.id }] }]);
    expect(done(await putInstance(app, id, { ...changed, configs: [] })).configs).toEqual([]);
    done(await account.client.delete(`/vpcs/${vpc.id}`));
  });

  it('keeps the order of disks, profiles and interfaces', async () => {
    const { account, subnet } = await accountWithSubnet(app);
    const disks = [next(), next()].map((id) => ({ id, label: `d${id}`, size: 0, source: null })).reverse();
    const interfaces = [next(), next()].map((id) => ({
      id,
      purpose: 'vpc',
      subnet_id: subnet,
      active: true,
      ipv4: { vpc: null, nat_1_1: null },
      ip_ranges: [],
    }));
    const configs = [
      { id: next() + 1000, label: 'b', interfaces: interfaces.reverse() },
      { id: next(), label: 'a', interfaces: [] },
    ];
    const stored = done(await putInstance(app, next(), instanceBody(account.id, subnet, { disks, configs })));
    expect(stored).toMatchObject({ disks, configs });
  });

  it('[D-191] records no event', async () => {
    const { account, subnet } = await accountWithSubnet(app);
    const before = (await account.client.get('/account/events')).body.results;
    const id = next();
    done(await putInstance(app, id, instanceBody(account.id, subnet)));
    done(await platform(app).delete(`/instances/${id}`));
    expect((await account.client.get('/account/events')).body.results).toBe(before);
  });

  it('[D-27] reports all faults at once, in the order of the body', async () => {
    const empty = await putInstance(app, next(), {});
    expect(empty.body).toEqual(
      refusals(
        ['account_id', 'account_id is required'],
        ['label', 'label is required'],
        ['region', 'region is required'],
        ['status', 'status is required'],
      ),
    );
    const wrong = {
      account_id: 'x',
      label: 1,
      region: 'us-east',
      status: 'paused',
      disks: [{ id: 0, label: 'l', size: 1.5, source: '../x' }],
      configs: [{ id: 1, label: 'l', interfaces: [{ id: 1, purpose: 'lan', ipv4: { vpc: '10.0.0.300' } }] }],
    };
    expect((await putInstance(app, next(), wrong)).body).toEqual(
      refusals(
        ['account_id', 'account_id is not valid'],
        ['label', 'label is not valid'],
        ['status', 'Must be one of running, offline'],
        ['disks[0].id', 'id is not valid'],
        ['disks[0].size', 'size is not valid'],
        ['disks[0].source', 'source is not valid'],
        ['configs[0].interfaces[0].purpose', 'Must be one of vpc, public, vlan'],
        ['configs[0].interfaces[0].active', 'active is required'],
        ['configs[0].interfaces[0].ipv4.vpc', 'vpc is not valid'],
      ),
    );
  });

  it.each(['/etc/passwd', '../x', 'a/../../x', '..', '.', '', 'a/..'])(
    'refuses the source %j, which leaves DISK_DIR',
    async (source) => {
      const { id } = await makeAccount(app);
      const disks = [{ id: next(), label: 'd', size: 1, source }];
      const answer = await putInstance(app, next(), { ...instanceBody(id, 1), configs: [], disks });
      expect(answer).toMatchObject({ status: 400, body: refusal('disks[0].source', 'source is not valid') });
    },
  );

  it.each(['0', '-1', 'x', '01', '9007199254740992'])('[D-08] the id %s is 404', async (id) => {
    for (const method of ['PUT', 'GET', 'DELETE']) {
      const answer = await platform(app).send(method, `/instances/${id}`, method === 'PUT' ? {} : undefined);
      expect(answer).toMatchObject({ status: 404, body: NOT_FOUND });
    }
  });
});

describe('DELETE /platform/v1/instances/{instanceId}', () => {
  it('frees its interfaces, addresses and ids', async () => {
    const { account, vpc, subnet } = await accountWithSubnet(app);
    const [id, again] = [next(), next()];
    const request = instanceBody(account.id, subnet, {}, { ipv4: { vpc: '10.0.1.5' } });
    done(await putInstance(app, id, request));
    expect((await account.client.delete(`/vpcs/${vpc.id}`)).status).toBe(400);
    expect(await platform(app).delete(`/instances/${id}`)).toMatchObject({ status: 200, body: {} });
    expect(await platform(app).get(`/instances/${id}`)).toMatchObject({ status: 404, body: NOT_FOUND });
    expect((await platform(app).delete(`/instances/${id}`)).status).toBe(404);
    expect((await account.client.get('/vpcs/ips')).body.results).toBe(0);
    done(await putInstance(app, again, request));
    done(await platform(app).delete(`/instances/${again}?keep_image=false`));
    done(await account.client.delete(`/vpcs/${vpc.id}`));
  });
});
