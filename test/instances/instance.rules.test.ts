import type { InstanceFacts, InterfaceFacts } from '../../src/instances/instance.js';
import { checkIds, checkInterfaces, idsOf, type SubnetFacts } from '../../src/instances/instance.rules.js';
import { faultsOf } from '../support/faults-of.js';

const SUBNETS: SubnetFacts[] = [
  { id: 5, accountId: 1, region: 'us-east', ipv4: '10.0.1.0/24' },
  { id: 6, accountId: 2, region: 'us-east', ipv4: '10.0.1.0/24' },
  { id: 7, accountId: 1, region: 'us-west', ipv4: '10.0.1.0/24' },
];
const AT = 'configs[0].interfaces[0]';

const ofVpc = (change: Partial<InterfaceFacts> = {}): InterfaceFacts => ({
  id: 31,
  purpose: 'vpc',
  subnetId: 5,
  active: true,
  address: '10.0.1.2',
  nat11: '203.0.113.7',
  ranges: ['10.0.1.64/26'],
  ...change,
});
const instance = (...interfaces: InterfaceFacts[]): InstanceFacts => ({
  id: 1000,
  accountId: 1,
  label: 'web-1',
  region: 'us-east',
  status: 'running',
  disks: [],
  configs: [{ id: 21, label: 'default', interfaces }],
});
const faultsIn = (facts: InstanceFacts, ...faulty: string[]) =>
  faultsOf((faults) => {
    for (const field of faulty) faults.add(field, 'unexpected_error');
    checkInterfaces(facts, SUBNETS, faults);
  })
    .filter(({ field }) => !faulty.includes(field))
    .map(({ field, reason }) => `${field}: ${reason}`);

describe('[Platform API] the subnet of an interface', () => {
  it.each<[string, Partial<InterfaceFacts>, string[]]>([
    ['fits', {}, []],
    ['is missing', { subnetId: null }, [`${AT}.subnet_id: subnet_id is required`]],
    ['is unknown', { subnetId: 8 }, [`${AT}.subnet_id: subnet_id is not valid`]],
    ['is another account’s', { subnetId: 6 }, [`${AT}.subnet_id: subnet_id is not valid`]],
    ['is in another region', { subnetId: 7 }, [`${AT}.subnet_id: subnet_id is not valid`]],
    [
      'is wrong: of the addresses in it nothing is told',
      { subnetId: 7, address: '192.0.2.1', ranges: ['192.0.2.0/24'] },
      [`${AT}.subnet_id: subnet_id is not valid`],
    ],
  ])('%s', (_, change, faults) => {
    expect(faultsIn(instance(ofVpc(change)))).toEqual(faults);
  });

  it.each<[string, number, string, string[]]>([
    ['another account’s', 6, 'account_id', []],
    ['in another region', 7, 'region', []],
    ['another account’s', 6, 'region', [`${AT}.subnet_id: subnet_id is not valid`]],
    ['in another region', 7, 'account_id', [`${AT}.subnet_id: subnet_id is not valid`]],
    ['unknown', 8, 'account_id', [`${AT}.subnet_id: subnet_id is not valid`]],
    ['unknown', 8, 'region', [`${AT}.subnet_id: subnet_id is not valid`]],
  ])('[D-27] %s (%i) while %s is at fault itself', (_, subnetId, faulty, faults) => {
    expect(faultsIn(instance(ofVpc({ subnetId })), faulty)).toEqual(faults);
  });

  it('names every faulty interface by its JSON path', () => {
    const configs = [
      { id: 21, label: 'a', interfaces: [ofVpc(), ofVpc({ id: 32, subnetId: 8 })] },
      { id: 22, label: 'b', interfaces: [ofVpc({ id: 33, subnetId: null }), ofVpc({ id: 34 })] },
    ];
    expect(faultsIn({ ...instance(), configs })).toEqual([
      'configs[0].interfaces[1].subnet_id: subnet_id is not valid',
      'configs[1].interfaces[0].subnet_id: subnet_id is required',
    ]);
  });
});

describe('[D-56] the addresses of an interface', () => {
  it.each(['10.0.1.2', '10.0.1.70', '10.0.1.253', null])('the address may be %s', (address) => {
    expect(faultsIn(instance(ofVpc({ address, nat11: null })))).toEqual([]);
  });

  it.each([
    ['the network', '10.0.1.0'],
    ['the gateway', '10.0.1.1'],
    ['the last but one', '10.0.1.254'],
    ['the broadcast address', '10.0.1.255'],
    ['before the subnet', '10.0.0.255'],
    ['after the subnet', '10.0.2.2'],
  ])('the address may not be %s', (_, address) => {
    expect(faultsIn(instance(ofVpc({ address })))).toEqual([`${AT}.ipv4.vpc: vpc is not valid`]);
  });

  it('[D-196] names each faulty range', () => {
    const ranges = [
      '10.0.1.0/30',
      '10.0.1.4/30',
      '10.0.1.248/29',
      '10.0.1.248/30',
      '10.0.2.4/30',
      '10.0.0.0/22',
    ];
    expect(faultsIn(instance(ofVpc({ ranges })))).toEqual([
      `${AT}.ip_ranges[0]: ip_ranges[0] is not valid`,
      `${AT}.ip_ranges[2]: ip_ranges[2] is not valid`,
      `${AT}.ip_ranges[4]: ip_ranges[4] is not valid`,
      `${AT}.ip_ranges[5]: ip_ranges[5] is not valid`,
    ]);
  });

  it.each<[string, Partial<InterfaceFacts>, string[]]>([
    ['NAT 1:1 without an address', { address: null }, [`${AT}.ipv4.nat_1_1: nat_1_1 is not valid`]],
    ['neither', { address: null, nat11: null }, []],
    ['an address without NAT 1:1', { nat11: null }, []],
  ])('%s', (_, change, faults) => {
    expect(faultsIn(instance(ofVpc(change)))).toEqual(faults);
  });
});

describe('[Platform API] only `vpc` carries a subnet', () => {
  const nothing = { subnetId: null, address: null, nat11: null, ranges: [] };

  it.each(['public', 'vlan'])('%s', (purpose) => {
    expect(faultsIn(instance(ofVpc({ ...nothing, purpose })))).toEqual([]);
    expect(faultsIn(instance(ofVpc({ purpose })))).toEqual([
      `${AT}.subnet_id: subnet_id is not valid`,
      `${AT}.ipv4.vpc: vpc is not valid`,
      `${AT}.ipv4.nat_1_1: nat_1_1 is not valid`,
      `${AT}.ip_ranges: ip_ranges is not valid`,
    ]);
  });
});

describe('[Platform API] ids', () => {
  it('are collected by kind, with their JSON paths', () => {
    const facts: InstanceFacts = {
      ...instance(),
      disks: [11, 12].map((id) => ({ id, label: 'd', size: 1, source: null })),
      configs: [
        { id: 21, label: 'a', interfaces: [] },
        { id: 22, label: 'b', interfaces: [ofVpc(), ofVpc({ id: 32 })] },
      ],
    };
    expect(idsOf(facts)).toEqual({
      disks: [
        { path: 'disks[0].id', id: 11 },
        { path: 'disks[1].id', id: 12 },
      ],
      configs: [
        { path: 'configs[0].id', id: 21 },
        { path: 'configs[1].id', id: 22 },
      ],
      interfaces: [
        { path: 'configs[1].interfaces[0].id', id: 31 },
        { path: 'configs[1].interfaces[1].id', id: 32 },
      ],
    });
  });

  it.each<[string, number[], number[], number[]]>([
    ['all new', [1, 2, 3], [], []],
    ['another instance’s', [1, 2, 3], [2], [1]],
    ['twice: the later is at fault', [1, 2, 1, 1], [], [2, 3]],
    ['another instance’s, twice', [1, 1], [1], [0, 1]],
  ])('%s', (_, ids, foreign, at) => {
    const placed = ids.map((id, index) => ({ path: `disks[${index}].id`, id }));
    expect(faultsOf((faults) => checkIds(placed, foreign, faults))).toEqual(
      at.map((index) => ({ field: `disks[${index}].id`, reason: 'id is not valid' })),
    );
  });
});
