import { startApp, type TestApp } from '../../support/app.js';
import { anonymous, NOT_FOUND, refusal } from '../../support/client.js';
import { done, makeAccount, makeInstance, makeToken, makeVpc } from '../../support/makers.js';

let app: TestApp;
beforeAll(async () => (app = await startApp()));
afterAll(() => app.close());

describe('GET /vpcs', () => {
  it('[D-07] lists only the VPCs of the account, by id, with their subnets', async () => {
    const { client } = await makeAccount(app);
    await makeVpc((await makeAccount(app)).client, { subnets: 1 });
    const vpcs = [await makeVpc(client, { subnets: 2 }), await makeVpc(client), await makeVpc(client)];
    const answer = await client.get('/vpcs');
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ data: vpcs, page: 1, pages: 1, results: 3 });
  });

  it('[D-04] [D-05] pages', async () => {
    const { client } = await makeAccount(app);
    const vpcs = [await makeVpc(client), await makeVpc(client), await makeVpc(client)];
    const second = await client.get('/vpcs?page=2&page_size=2');
    expect(second.body).toEqual({ data: [vpcs[2]], page: 2, pages: 2, results: 3 });
    const past = await client.get('/vpcs?page=9007199254740991&page_size=500');
    expect(past.body).toEqual({ data: [], page: 9007199254740991, pages: 1, results: 3 });
  });

  it('[D-06] reports all faults of page and page_size at once', async () => {
    const { client } = await makeAccount(app);
    const answer = await client.get('/vpcs?page=0&page_size=501');
    expect(answer.status).toBe(400);
    expect(answer.body.errors).toEqual([
      { field: 'page', reason: 'Must be 1-9007199254740991' },
      { field: 'page_size', reason: 'Must be 1-500' },
    ]);
  });

  it('[Filtering] filters by the fields of a VPC', async () => {
    const { client } = await makeAccount(app);
    const west = await makeVpc(client, { label: 'Beta', region: 'us-west' });
    app.clock.forward(60);
    const east = await makeVpc(client, { label: 'alpha', region: 'us-east' });
    const described = done(await client.put(`/vpcs/${east.id}`, { description: 'The first' }));
    const cases: [object, unknown[]][] = [
      [{ id: { '+gt': west.id } }, [described]],
      [{ label: 'beta' }, []],
      [{ label: { '+contains': 'BET' } }, [west]],
      [{ description: { '+neq': '' } }, [described]],
      [{ region: 'us-west' }, [west]],
      [{ created: west.created }, [west]],
      [{ updated: { '+gte': described.updated } }, [described]],
      [{ '+or': [{ region: 'us-west' }, { label: 'alpha' }] }, [west, described]],
      [{ '+order_by': 'label' }, [described, west]],
      [{ '+order': 'desc' }, [described, west]],
    ];
    for (const [filter, data] of cases) {
      const { body } = await client.filter('/vpcs', filter);
      expect(body).toEqual({ data, page: 1, pages: 1, results: data.length });
    }
    const refused = await client.filter('/vpcs', { subnets: 1 });
    expect(refused).toMatchObject({ status: 400, body: refusal('X-Filter', 'Cannot filter on subnets') });
  });
});

describe('GET /vpcs/{vpcId}', () => {
  it('[VPC Subnet] [VPCs rule 4] [D-58] shows the instances of each subnet by id, one entry each with all its interfaces', async () => {
    const account = await makeAccount(app);
    const { client } = account;
    const vpc = await makeVpc(client, { subnets: 2 });
    const [one, two] = vpc.subnets.map(({ id }: { id: number }) => id);
    const interfaces = [
      { subnet_id: one, active: false },
      { subnet_id: two },
      { subnet_id: one, ipv4: { vpc: '10.0.1.9' } },
      { purpose: 'public' },
    ];
    const first = await makeInstance(app, account, interfaces);
    const second = await makeInstance(app, account, [{ subnet_id: one }]);
    const [a, b, c] = first.configs[0].interfaces;
    const { body } = await client.get(`/vpcs/${vpc.id}`);
    expect(body.subnets[0].instances).toEqual([
      {
        id: first.id,
        interfaces: [
          { active: false, id: a.id },
          { active: true, id: c.id },
        ],
      },
      { id: second.id, interfaces: [{ active: true, id: second.configs[0].interfaces[0].id }] },
    ]);
    expect(body.subnets[1].instances).toEqual([{ id: first.id, interfaces: [{ active: true, id: b.id }] }]);
    expect((await client.get(`/vpcs/${vpc.id}/subnets/${one}`)).body).toEqual(body.subnets[0]);
    expect((await client.get(`/vpcs/${vpc.id}/subnets`)).body.data).toEqual(body.subnets);
    expect((await client.get('/vpcs')).body.data).toEqual([body]);
  });

  it('[D-08] [D-32] every method is 404 for missing and malformed ids, and those of another account', async () => {
    const { client } = await makeAccount(app);
    const foreign = await makeVpc((await makeAccount(app)).client, { subnets: 1 });
    for (const id of [
      foreign.id,
      999999,
      0,
      -1,
      '1.0',
      '007',
      'x',
      '9007199254740992',
      '1e3',
      '%20',
      '%00',
    ]) {
      for (const method of ['GET', 'PUT', 'DELETE']) {
        const answer = await client.send(method, `/vpcs/${id}`, method === 'PUT' ? { label: '' } : undefined);
        expect([method, id, answer.status, answer.body]).toEqual([method, id, 404, NOT_FOUND]);
      }
      const post = await client.post(`/vpcs/${id}/subnets`, {});
      expect([id, post.status, post.body]).toEqual([id, 404, NOT_FOUND]);
    }
  });
});

describe('scopes of the VPC area', () => {
  const reads = ['/vpcs', '/vpcs/ID', '/vpcs/ID/subnets', '/vpcs/ID/subnets/SUBNET'];
  const ips = ['/vpcs/ID/ips', '/networking/vpcs/ips', '/vpcs/ips'];
  const writes = [
    ['POST', '/vpcs'],
    ['PUT', '/vpcs/ID'],
    ['POST', '/vpcs/ID/subnets'],
    ['PUT', '/vpcs/ID/subnets/SUBNET'],
    ['DELETE', '/vpcs/ID/subnets/SUBNET'],
    ['DELETE', '/vpcs/ID'],
  ] as const;

  it('[D-43] [D-30] reads need any token, IP lists ips:read_only, changes vpc:read_write', async () => {
    const account = await makeAccount(app);
    const vpc = await makeVpc(account.client, { subnets: 1 });
    const at = (path: string) => path.replace('ID', vpc.id).replace('SUBNET', vpc.subnets[0].id);
    const unrelated = await makeToken(app, account.username, 'domains:read_only vpc:read_only');
    for (const path of reads) expect((await unrelated.get(at(path))).status).toBe(200);
    for (const path of ips) expectInsufficient(await unrelated.get(at(path)), 'ips:read_only');
    for (const [method, path] of writes) {
      expectInsufficient(await unrelated.send(method, at(path), {}), 'vpc:read_write');
    }
    const ipsReader = await makeToken(app, account.username, 'ips:read_only');
    for (const path of ips) expect((await ipsReader.get(at(path))).status).toBe(200);
    const writer = await makeToken(app, account.username, 'vpc:read_write');
    for (const [method, path] of writes) {
      const body = method === 'DELETE' ? undefined : { label: 'l', region: 'us-east', ipv4: '10.9.0.0/24' };
      const { status } = await writer.send(method, at(path), body);

      expect([method, path, status]).toEqual([method, path, 200]);
    }
  });

  it('[D-29] without a credential everything is 401', async () => {
    const nobody = anonymous(app);
    for (const path of [...reads, ...ips]) {
      const answer = await nobody.get(path.replace('ID', '1').replace('SUBNET', '1'));
      expect(answer).toMatchObject({ status: 401, body: refusal('', 'Invalid Token') });
      expect(answer.headers.get('www-authenticate')).toBe('Bearer');
    }
    for (const [method, path] of writes) {
      const answer = await nobody.send(method, path.replace('ID', '1').replace('SUBNET', '1'), '{');
      expect(answer).toMatchObject({ status: 401, body: refusal('', 'Invalid Token') });
    }
  });
});

function expectInsufficient(answer: { status: number; body: unknown; headers: Headers }, scope: string) {
  expect(answer.status).toBe(403);
  expect(answer.body).toEqual(refusal('', 'Your OAuth token is not authorized to use this endpoint.'));
  const expected = `Bearer error="insufficient_scope", scope="${scope}"`;
  expect(answer.headers.get('www-authenticate')).toBe(expected);
}
