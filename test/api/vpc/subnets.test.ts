import { startApp, type TestApp } from '../../support/app.js';
import { NOT_FOUND, refusal, refusals } from '../../support/client.js';
import { done, makeAccount, makeInstance, makeVpc } from '../../support/makers.js';

let app: TestApp;
beforeAll(async () => (app = await startApp()));
afterAll(() => app.close());

const TIME = expect.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}$/);

describe('POST /vpcs/{vpcId}/subnets', () => {
  it('[VPC Subnet] [D-25] returns the subnet and all its fields', async () => {
    const { client } = await makeAccount(app);
    const vpc = await makeVpc(client);
    const body = { label: 'web', ipv4: '10.0.1.0/24', id: 9, instances: [1], unknown: true };
    const answer = await client.post(`/vpcs/${vpc.id}/subnets`, body);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      id: expect.any(Number),
      label: 'web',
      ipv4: '10.0.1.0/24',
      instances: [],
      created: TIME,
      updated: answer.body.created,
    });
    expect((await client.get(`/vpcs/${vpc.id}/subnets/${answer.body.id}`)).body).toEqual(answer.body);
    expect((await client.get(`/vpcs/${vpc.id}`)).body.subnets).toEqual([answer.body]);
  });

  it("[D-57] does not change the VPC's `updated`", async () => {
    const { client } = await makeAccount(app);
    const vpc = await makeVpc(client);
    app.clock.forward(60);
    const subnet = done(await client.post(`/vpcs/${vpc.id}/subnets`, { label: 's', ipv4: '10.0.0.0/24' }));
    expect(subnet.created > vpc.created).toBe(true);
    expect((await client.get(`/vpcs/${vpc.id}`)).body.updated).toBe(vpc.updated);
  });

  it('[D-27] reports all faults at once', async () => {
    const { client } = await makeAccount(app);
    const vpc = await makeVpc(client);
    const answer = await client.post(`/vpcs/${vpc.id}/subnets`, {});
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual(refusals(['label', 'label is required'], ['ipv4', 'ipv4 is required']));
  });
});

describe('GET /vpcs/{vpcId}/subnets', () => {
  it('[D-07] lists by id, and filters by its fields', async () => {
    const { client } = await makeAccount(app);
    const vpc = await makeVpc(client, { subnets: 3 });
    await makeVpc(client, { subnets: 1 });
    const path = `/vpcs/${vpc.id}/subnets`;
    expect((await client.get(path)).body).toEqual({ data: vpc.subnets, page: 1, pages: 1, results: 3 });
    expect((await client.get(`${path}?page_size=2&page=2`)).body).toEqual({
      data: [vpc.subnets[2]],
      page: 2,
      pages: 2,
      results: 3,
    });
    const [first, second, third] = vpc.subnets;
    const cases: [object, unknown[]][] = [
      [{ id: second.id }, [second]],
      [{ label: 'subnet-3' }, [third]],
      [{ ipv4: '10.0.1.0/24' }, [first]],
      [{ ipv4: { '+contains': '.2.' } }, [second]],
      [{ created: { '+gt': first.created } }, []],
      [{ updated: first.updated, '+order_by': 'label', '+order': 'desc' }, [third, second, first]],
    ];
    for (const [filter, data] of cases) expect((await client.filter(path, filter)).body.data).toEqual(data);
    const refused = await client.filter(path, { instances: 1 });
    expect(refused).toMatchObject({
      status: 400,
      body: refusal('X-Filter', 'Cannot filter on instances'),
    });
  });

  it('[D-07] is an empty page without subnets', async () => {
    const { client } = await makeAccount(app);
    const vpc = await makeVpc(client);
    const answer = await client.get(`/vpcs/${vpc.id}/subnets`);
    expect(answer).toMatchObject({ status: 200, body: { data: [], page: 1, pages: 1, results: 0 } });
  });

  it('[D-20] [D-32] is 404 for a missing VPC before the check of the query', async () => {
    const { client } = await makeAccount(app);
    const foreign = await makeVpc((await makeAccount(app)).client, { subnets: 1 });
    for (const id of [foreign.id, 999999, '01', 'x', '9007199254740992', '-1']) {
      const answer = await client.get(`/vpcs/${id}/subnets?page=0`);
      expect(answer).toMatchObject({ status: 404, body: NOT_FOUND });
    }
  });
});

describe('PUT /vpcs/{vpcId}/subnets/{vpcSubnetId}', () => {
  it('[VPC Subnet] changes only the label and `updated`', async () => {
    const { client } = await makeAccount(app);
    const vpc = await makeVpc(client, { subnets: 2 });
    const path = `/vpcs/${vpc.id}/subnets/${vpc.subnets[0].id}`;
    app.clock.forward(60);
    const changed = done(await client.put(path, { label: 'new', ipv4: '192.168.0.0/24', created: 'x' }));
    expect(changed).toEqual({ ...vpc.subnets[0], label: 'new', updated: TIME });
    expect(changed.updated > vpc.subnets[0].updated).toBe(true);
    expect((await client.get(`/vpcs/${vpc.id}`)).body).toEqual({
      ...vpc,
      subnets: [changed, vpc.subnets[1]],
    });
  });

  it.each([
    ['{}', {}],
    ['[D-15] null', { label: null }],
  ])('[D-14] [D-276] %s is a success without a change, and an event', async (_, body) => {
    const { client } = await makeAccount(app);
    const vpc = await makeVpc(client, { subnets: 1 });
    const path = `/vpcs/${vpc.id}/subnets/${vpc.subnets[0].id}`;
    app.clock.forward(60);
    expect(done(await client.put(path, body))).toEqual(vpc.subnets[0]);
    expect((await client.get('/account/events')).body.data[0].action).toBe('subnet_update');
  });

  it.each([
    ['', 'Length must be 1-64 characters'],
    ['x'.repeat(65), 'Length must be 1-64 characters'],
    [7, 'label is not valid'],
    ['a\tb', 'label is not valid'],
  ])('[VPC Subnet] refuses the label %j', async (label, reason) => {
    const { client } = await makeAccount(app);
    const vpc = await makeVpc(client, { subnets: 1 });
    const answer = await client.put(`/vpcs/${vpc.id}/subnets/${vpc.subnets[0].id}`, { label });
    expect(answer).toMatchObject({ status: 400, body: refusal('label', reason) });
    expect((await client.get(`/vpcs/${vpc.id}`)).body).toEqual(vpc);
  });
});

describe('/vpcs/{vpcId}/subnets/{vpcSubnetId}', () => {
  it('[D-32] every method is 404 for subnets that are missing, of another account or of another VPC', async () => {
    const { client } = await makeAccount(app);
    const vpc = await makeVpc(client, { subnets: 1 });
    const other = await makeVpc(client, { subnets: 1 });
    const foreign = await makeVpc((await makeAccount(app)).client, { subnets: 1 });
    const own = vpc.subnets[0].id;
    const paths = [
      `${vpc.id}/subnets/999999`,
      `${vpc.id}/subnets/${other.subnets[0].id}`,
      `${vpc.id}/subnets/${foreign.subnets[0].id}`,
      `${foreign.id}/subnets/${foreign.subnets[0].id}`,
      `${foreign.id}/subnets/${own}`,
      `${vpc.id}/subnets/0${own}`,
      `${vpc.id}/subnets/x`,
    ];
    for (const path of paths) {
      for (const method of ['GET', 'PUT', 'DELETE']) {
        const answer = await client.send(
          method,
          `/vpcs/${path}`,
          method === 'PUT' ? { label: '' } : undefined,
        );
        expect([method, path, answer.status, answer.body]).toEqual([method, path, 404, NOT_FOUND]);
      }
    }
    expect((await client.get('/vpcs')).body.data).toEqual([vpc, other]);
  });
});

describe('DELETE /vpcs/{vpcId}/subnets/{vpcSubnetId}', () => {
  it('[VPC Subnet Delete] deletes only this subnet', async () => {
    const { client } = await makeAccount(app);
    const vpc = await makeVpc(client, { subnets: 2 });
    const path = `/vpcs/${vpc.id}/subnets/${vpc.subnets[0].id}`;
    expect(await client.delete(path)).toMatchObject({ status: 200, body: {} });
    expect((await client.get(path)).status).toBe(404);
    expect((await client.delete(path)).status).toBe(404);
    expect((await client.get(`/vpcs/${vpc.id}`)).body).toEqual({ ...vpc, subnets: [vpc.subnets[1]] });
  });

  it.each([[true], [false]])('[VPCs rule 3] [D-63] an interface, active: %s, blocks it', async (active) => {
    const account = await makeAccount(app);
    const { client } = account;
    const vpc = await makeVpc(client, { subnets: 2 });
    const [blocked, free] = vpc.subnets;
    await makeInstance(app, account, [{ subnet_id: blocked.id, active }], { status: 'offline' });
    const events = (await client.get('/account/events')).body.results;
    const answer = await client.delete(`/vpcs/${vpc.id}/subnets/${blocked.id}`);
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual(refusal('', 'Cannot delete a subnet with resources associated with it'));
    expect((await client.get('/account/events')).body.results).toBe(events);
    expect((await client.get(`/vpcs/${vpc.id}/subnets/${blocked.id}`)).status).toBe(200);
    expect((await client.delete(`/vpcs/${vpc.id}/subnets/${free.id}`)).status).toBe(200);
  });
});
