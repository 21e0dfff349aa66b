import { startApp, type TestApp } from '../../support/app.js';
import { NOT_FOUND, platform, refusal } from '../../support/client.js';
import {
  done,
  makeAccount,
  makeInstance,
  makeRestricted,
  makeVpc,
  type TestAccount,
} from '../../support/makers.js';

let app: TestApp;
beforeAll(async () => (app = await startApp()));
afterAll(() => app.close());

/** A VPC of one subnet, 10.0.1.0/24. */
async function accountWithVpc() {
  const account = await makeAccount(app);
  const vpc = await makeVpc(account.client, { subnets: 1 });
  return { account, client: account.client, vpc, subnet: vpc.subnets[0].id as number };
}

describe('VPC IP address records', () => {
  it('[D-60] has a record with all fields for the address and for each range of an interface', async () => {
    const { account, client, vpc, subnet } = await accountWithVpc();
    const ipv4 = { vpc: '10.0.1.2', nat_1_1: '203.0.113.7' };
    const instance = await makeInstance(app, account, [
      { subnet_id: subnet, active: true, ipv4, ip_ranges: ['10.0.1.64/26', '10.0.1.32/28'] },
    ]);
    const [config] = instance.configs;
    const common = {
      active: true,
      config_id: config.id,
      gateway: '10.0.1.1',
      interface_id: config.interfaces[0].id,
      instance_id: instance.id,
      prefix: 24,
      region: 'us-east',
      subnet_id: subnet,
      subnet_mask: '255.255.255.0',
      vpc_id: vpc.id,
    };
    const expected = [
      { ...common, address: '10.0.1.2', address_range: null, nat_1_1: '203.0.113.7' },
      { ...common, address: null, address_range: '10.0.1.32/28', nat_1_1: '' },
      { ...common, address: null, address_range: '10.0.1.64/26', nat_1_1: '' },
    ];
    for (const path of [`/vpcs/${vpc.id}/ips`, '/networking/vpcs/ips', '/vpcs/ips']) {
      const answer = await client.get(path);
      expect(answer.status).toBe(200);
      expect(answer.body).toEqual({ data: expected, page: 1, pages: 1, results: 3 });
    }
  });

  it.each([
    ['10.0.0.0/9', '10.0.0.1', '255.128.0.0', '10.127.255.253'],
    ['172.16.8.0/22', '172.16.8.1', '255.255.252.0', '172.16.8.2'],
    ['192.168.4.8/29', '192.168.4.9', '255.255.255.248', '192.168.4.10'],
  ])('[D-56] of %s the gateway is %s, the mask %s', async (ipv4, gateway, mask, address) => {
    const account = await makeAccount(app);
    const body = { label: 'v', region: 'us-east', subnets: [{ label: 's', ipv4 }] };
    const vpc = done(await account.client.post('/vpcs', body));
    await makeInstance(app, account, [{ subnet_id: vpc.subnets[0].id, ipv4: { vpc: address } }]);
    const { data } = (await account.client.get(`/vpcs/${vpc.id}/ips`)).body;
    expect(data).toMatchObject([{ address, gateway, subnet_mask: mask, prefix: Number(ipv4.split('/')[1]) }]);
  });

  it('[D-60] nat_1_1 is "" when unused, and an interface without an address has no record', async () => {
    const { account, client, vpc, subnet } = await accountWithVpc();
    await makeInstance(app, account, [
      { subnet_id: subnet, active: false, ipv4: { vpc: '10.0.1.5', nat_1_1: null } },
      { subnet_id: subnet },
      { purpose: 'public' },
      { purpose: 'vlan' },
    ]);
    const { body } = await client.get(`/vpcs/${vpc.id}/ips`);
    expect(body).toMatchObject({ results: 1, data: [{ address: '10.0.1.5', nat_1_1: '', active: false }] });
  });

  it('[VPC IP] lists all addresses of an instance with several profiles, including duplicates', async () => {
    const { account, client, vpc, subnet } = await accountWithVpc();
    const one = { id: 900001, label: 'a', interfaces: [vpcInterface(900011, subnet)] };
    const two = { id: 900002, label: 'b', interfaces: [vpcInterface(900012, subnet)] };
    await makeInstance(app, account, [], { configs: [two, one] });
    const { data } = (await client.get(`/vpcs/${vpc.id}/ips`)).body;
    expect(data).toMatchObject([
      { address: '10.0.1.9', config_id: 900001, interface_id: 900011 },
      { address: '10.0.1.9', config_id: 900002, interface_id: 900012 },
    ]);
  });

  it('[D-60] is in the order of VPC, subnet, address, interface; ranges have no address and come last', async () => {
    const account = await makeAccount(app);
    const { client } = account;
    const first = await makeVpc(client, { subnets: 2 });
    const second = await makeVpc(client, { subnets: 1 });
    await attach(account, second.subnets[0].id, '10.0.1.7');
    await attach(account, first.subnets[1].id, '10.0.2.10', ['10.0.2.3/32']);
    await attach(account, first.subnets[1].id, '10.0.2.9');
    await attach(account, first.subnets[0].id, '10.0.1.200');
    const { data } = (await client.get('/networking/vpcs/ips')).body;
    const shown = data.map((row: Record<string, unknown>) => [
      row.vpc_id,
      row.subnet_id,
      row.address ?? row.address_range,
    ]);
    expect(shown).toEqual([
      [first.id, first.subnets[0].id, '10.0.1.200'],
      [first.id, first.subnets[1].id, '10.0.2.9'],
      [first.id, first.subnets[1].id, '10.0.2.10'],
      [first.id, first.subnets[1].id, '10.0.2.3/32'],
      [second.id, second.subnets[0].id, '10.0.1.7'],
    ]);
  });

  it('[Filtering] filters by the fields of a record, and pages', async () => {
    const { account, client, vpc, subnet } = await accountWithVpc();
    const one = await attach(account, subnet, '10.0.1.2', ['10.0.1.64/26'], '203.0.113.7');
    const two = await attach(account, subnet, '10.0.1.3', [], undefined, false);
    const [A, R, B] = ['10.0.1.2', '10.0.1.64/26', '10.0.1.3'];
    const configId = two.configs[0].id;
    const interfaceId = one.configs[0].interfaces[0].id;
    const cases: [object, unknown[]][] = [
      [{ active: false }, [B]],
      [{ address: '10.0.1.3' }, [B]],
      [{ address: null }, [R]],
      [{ address_range: { '+contains': '/26' } }, [R]],
      [{ config_id: configId }, [B]],
      [{ instance_id: one.id }, [A, R]],
      [{ linode_id: one.id }, [A, R]],
      [{ interface_id: { '+gt': interfaceId } }, [B]],
      [{ nat_1_1: '203.0.113.7' }, [A]],
      [{ nat_1_1: '' }, [B, R]],
      [{ region: 'us-east', subnet_id: subnet, vpc_id: vpc.id }, [A, B, R]],
      [{ region: 'us-west' }, []],
      [{ '+order_by': 'address', '+order': 'desc' }, [B, A, R]],
    ];
    for (const path of [`/vpcs/${vpc.id}/ips`, '/networking/vpcs/ips']) {
      for (const [filter, expected] of cases) {
        const { data } = (await client.filter(path, filter)).body;
        const shown = data.map((row: Record<string, unknown>) => row.address ?? row.address_range);
        expect([filter, shown]).toEqual([filter, expected]);
      }
      const page = (await client.get(`${path}?page=2&page_size=2`)).body;
      expect(page).toMatchObject({ page: 2, pages: 2, results: 3, data: [{ address_range: R }] });
    }
    const refused = await client.filter('/vpcs/ips', { gateway: '10.0.1.1' });
    expect(refused).toMatchObject({ status: 400, body: refusal('X-Filter', 'Cannot filter on gateway') });
  });

  it('[VPC IP] follows changes and deletions by compute', async () => {
    const { account, client, vpc, subnet } = await accountWithVpc();
    const instance = await attach(account, subnet, '10.0.1.2');
    await attach(account, subnet, '10.0.1.3');
    const ids = async () =>
      (await client.get(`/vpcs/${vpc.id}/ips`)).body.data.map((row: { address: string }) => row.address);
    expect(await ids()).toEqual(['10.0.1.2', '10.0.1.3']);
    done(await platform(app).put(`/instances/${instance.id}`, { ...instance, configs: [] }));
    expect(await ids()).toEqual(['10.0.1.3']);
  });

  it('[D-32] [D-45] shows only VPCs of the account that a restricted user may see', async () => {
    const { account, client, vpc, subnet } = await accountWithVpc();
    const other = await accountWithVpc();
    await attach(account, subnet, '10.0.1.2');
    await attach(other.account, other.subnet, '10.0.1.2');
    expect((await client.get('/vpcs/ips')).body.results).toBe(1);
    expect(await client.get(`/vpcs/${other.vpc.id}/ips`)).toMatchObject({ status: 404, body: NOT_FOUND });
    const blind = (await makeRestricted(app, account)).client;
    expect((await blind.get('/networking/vpcs/ips')).body).toMatchObject({ data: [], results: 0 });
    expect((await blind.get(`/vpcs/${vpc.id}/ips`)).status).toBe(404);
    const grants = { vpc: [{ id: vpc.id, permissions: 'read_only' }] };
    const reader = (await makeRestricted(app, account, grants)).client;
    expect((await reader.get('/networking/vpcs/ips')).body.results).toBe(1);
    expect((await reader.get(`/vpcs/${vpc.id}/ips`)).body.results).toBe(1);
  });

  it('[VPCs rule 5] [D-59] is an empty page for a VPC without addresses', async () => {
    const { client, vpc } = await accountWithVpc();
    const answer = await client.get(`/vpcs/${vpc.id}/ips`);
    expect(answer.body).toEqual({ data: [], page: 1, pages: 1, results: 0 });
  });
});

function vpcInterface(id: number, subnet: number) {
  return { id, purpose: 'vpc', subnet_id: subnet, active: true, ipv4: { vpc: '10.0.1.9' } };
}

function attach(
  account: TestAccount,
  subnet: number,
  address: string,
  ranges: string[] = [],
  nat?: string,
  active = true,
) {
  const ipv4 = { vpc: address, nat_1_1: nat };
  return makeInstance(app, account, [{ subnet_id: subnet, active, ipv4, ip_ranges: ranges }]);
}
