import { anonymous, type Client } from '../support/client.js';
import { makeInstance, makeVpc } from '../support/makers.js';
import { ALL, FilterFixture, NOT_APPLICABLE, refused } from './filter-fixture.js';

let fixture: FilterFixture;
let client: Client;
const labels = (filter: unknown) => fixture.vpcs(filter);

beforeAll(async () => {
  fixture = await FilterFixture.start();
  client = fixture.client;
});
afterAll(() => fixture.app.close());

describe('combinations', () => {
  it.each<[object, number[]]>([
    [{}, ALL],
    [{ '+and': [] }, ALL],
    [{ '+or': [] }, []],
    [{ '+or': [{}] }, ALL],
    [{ '+or': [{ label: 'alpha' }, { label: 'Beta' }] }, [0, 1]],
    [{ '+and': [{ region: 'us-west' }, { label: { '+contains': 'a' } }] }, [1, 3]],
    [{ region: 'us-east', '+or': [{ label: 'alpha' }, { label: 'Beta' }] }, [0]],
    [{ '+or': [{ label: 'alpha' }, { '+and': [{ region: 'us-west' }, { label: 'Beta' }] }] }, [0, 1]],
    [{ '+or': [{ label: 'alpha' }], '+and': [{ region: 'us-west' }] }, []],
  ])('[D-35] %j', async (filter, found) => {
    expect(await labels(filter)).toEqual(found);
  });

  const nested = (depth: number): object =>
    depth === 1 ? { label: 'alpha' } : { '+and': [nested(depth - 1)] };
  const members = (count: number) => ({ '+or': Array.from({ length: count - 1 }, (_, i) => ({ id: i })) });

  it('[D-38] [D-188] depth 10 applies, 11 does not', async () => {
    expect(await labels(nested(10))).toEqual([0]);
    expect(await labels(nested(11))).toEqual(NOT_APPLICABLE);
  });

  it('[D-38] [D-265] 500 members apply, 501 do not', async () => {
    expect(await labels({ '+or': [members(499), {}] })).toEqual(ALL);
    expect(await labels(members(500))).not.toEqual(NOT_APPLICABLE);
    expect(await labels(members(501))).toEqual(NOT_APPLICABLE);
  });

  it.each([
    '{"+and": {}}',
    '{"+or": "label"}',
    '{"+or": null}',
    '{"+and": [5]}',
    '{"+and": [null]}',
    '{"+or": [[]]}',
    '{"+not": []}',
    '{"+xor": []}',
    '{"label": {"+like": "a"}}',
    '{"label": {"gt": "a"}}',
    '{"label": {"+gt": "a", "+like": "a"}}',
    '{"label": {}}',
    '{"label": {"__proto__": "a"}}',
    '{"label": {"constructor": "a"}}',
    '{"+and": [{"+order_by": "label"}]}',
    '{"+or": [{"+order": "asc"}]}',
    '{"+and": [{"+limit": 5}]}',
    '[]',
    '[{}]',
    '"label"',
    '5',
    'null',
    'true',
  ])('[D-38] [D-188] %s does not apply', async (filter) => {
    expect(await labels(filter)).toEqual(NOT_APPLICABLE);
  });

  it.each(['{', '{"label": }', "{'label': 'a'}", 'label', '{"a": 1} x', '{"label": "\xff"}'])(
    '[D-38] %j is not valid JSON',
    async (filter) => {
      const { status, body } = await client.get('/vpcs', { 'X-Filter': filter });
      expect({ status, body }).toEqual({ status: 400, body: refused('Filter not valid JSON') });
    },
  );

  it.each([
    'nothing',
    'Label',
    'subnets',
    'account_id',
    '__proto__',
    'constructor',
    'toString',
    'label; DROP TABLE vpcs',
  ])('[D-38] there is no field %s', async (field) => {
    expect(await labels(`{${JSON.stringify(field)}: "x"}`)).toEqual(refused(`Cannot filter on ${field}`));
    expect(await labels({ '+or': [JSON.parse(`{${JSON.stringify(field)}: "x"}`)] })).toEqual(
      refused(`Cannot filter on ${field}`),
    );
    expect(await labels({ '+order_by': field })).toEqual(refused(`Cannot order by ${field}`));
  });

  it.each(['', ' ', '\t'])('[D-188] the header %j is ignored', async (filter) => {
    expect((await client.get('/vpcs', { 'X-Filter': filter })).body.results).toBe(5);
  });
});

describe('order', () => {
  it.each<[object, number[]]>([
    [{ '+order_by': 'label' }, [4, 0, 3, 1, 2]],
    [{ '+order_by': 'label', '+order': 'asc' }, [4, 0, 3, 1, 2]],
    [{ '+order_by': 'label', '+order': 'desc' }, [2, 1, 3, 0, 4]],
    [{ '+order': 'desc' }, [4, 3, 2, 1, 0]],
    [{ '+order': 'asc' }, ALL],
    [{ '+order_by': 'created', '+order': 'desc' }, [4, 3, 2, 1, 0]],
    [{ '+order_by': 'region' }, [4, 0, 2, 1, 3]],
    [{ '+order_by': 'region', '+order': 'desc' }, [1, 3, 0, 2, 4]],
    [{ '+order_by': 'label', region: 'us-west' }, [3, 1]],
    [{ '+limit': 2 }, ALL],
    [{ '+limit': 'x' }, ALL],
  ])('[D-36] %j', async (filter, found) => {
    expect(await labels(filter)).toEqual(found);
  });

  it('[D-36] counts and pages the filtered items', async () => {
    const text = JSON.stringify({ region: 'us-west', '+order_by': 'label' });
    const { body } = await client.get('/vpcs?page=2&page_size=1', { 'X-Filter': text });
    expect(body).toMatchObject({ page: 2, pages: 2, results: 2, data: [{ label: 'Beta' }] });
  });

  it.each([
    { '+order': 'up' },
    { '+order': 'ASC' },
    { '+order': 1 },
    { '+order': null },
    { '+order_by': 5 },
    { '+order_by': null },
  ])('[D-38] %j does not apply', async (filter) => {
    expect(await labels(filter)).toEqual(NOT_APPLICABLE);
  });

  it('[D-07] +order alone reverses the events, too', async () => {
    const ids = async (filter: object) =>
      (await client.filter('/account/events', filter)).body.data.map(({ id }: { id: number }) => id);
    const ascending = await ids({ '+order': 'asc' });
    expect(ascending).toEqual([...ascending].sort((a, b) => a - b));
    expect(await ids({ '+order': 'desc' })).toEqual(ascending.toReversed());
  });
});

describe('fields', () => {
  it('[D-163] [D-164] linode_id is instance_id, only in a filter', async () => {
    const vpc = await makeVpc(client, { subnets: 1 });
    const instance = await makeInstance(fixture.app, fixture.account, [
      { subnet_id: vpc.subnets[0].id, ipv4: { vpc: '10.0.1.5' } },
    ]);
    for (const field of ['linode_id', 'instance_id']) {
      const { body } = await client.filter('/networking/vpcs/ips', { [field]: instance.id });
      expect(body.results).toBe(1);
      expect(body.data[0]).not.toHaveProperty('linode_id');
    }
    expect((await client.delete(`/vpcs/${vpc.id}`)).status).toBe(400);
  });

  it.each([
    ['/vpcs', ['id', 'label', 'description', 'region', 'created', 'updated']],
    [
      '/networking/vpcs/ips',
      [
        'active',
        'address',
        'address_range',
        'config_id',
        'instance_id',
        'interface_id',
        'nat_1_1',
        'region',
        'subnet_id',
        'vpc_id',
      ],
    ],
    [
      '/account/events',
      ['id', 'action', 'created', 'username', 'status', 'entity.id', 'entity.type', 'read', 'seen'],
    ],
    ['/regions', ['id', 'label', 'country', 'status']],
    [
      '/domains',
      [
        'id',
        'domain',
        'type',
        'status',
        'description',
        'group',
        'soa_email',
        'expire_sec',
        'refresh_sec',
        'retry_sec',
        'ttl_sec',
      ],
    ],
    [
      '/images',
      [
        'id',
        'label',
        'description',
        'is_public',
        'type',
        'size',
        'created',
        'updated',
        'created_by',
        'deprecated',
        'eol',
        'expiry',
        'vendor',
      ],
    ],
    ['/profile/apps', ['id', 'label', 'scopes', 'website', 'created', 'expiry']],
    ['/profile/devices', ['id', 'created', 'expiry', 'last_authenticated', 'last_remote_addr', 'user_agent']],
    ['/profile/logins', ['id', 'datetime', 'ip', 'restricted', 'status', 'username']],
    ['/profile/sshkeys', ['id', 'label', 'created']],
    ['/profile/tokens', ['id', 'label', 'created', 'scopes', 'expiry']],
    ['/account/users', ['username', 'email', 'restricted']],
    ['/account/oauth-clients', ['id', 'label', 'status', 'public']],
  ])('[D-36] of %s are filterable and orderable', async (path, fields) => {
    for (const field of fields) {
      for (const filter of [{ [field]: { '+neq': null } }, { '+order_by': field, '+order': 'desc' }]) {
        expect([filter, (await client.filter(path, filter)).status]).toEqual([filter, 200]);
      }
    }
  });

  it.each(['status', 'capabilities'])(
    '[D-36] of images, %s is filterable and not orderable',
    async (field) => {
      expect((await anonymous(fixture.app).filter('/images', { [field]: 'available' })).status).toBe(200);
      const { body } = await anonymous(fixture.app).filter('/images', { '+order_by': field });
      expect(body).toEqual(refused(`Cannot order by ${field}`));
    },
  );
});
