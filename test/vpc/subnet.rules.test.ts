import { readSettings } from '../../src/shared/config/settings.js';
import { reasonText } from '../../src/shared/validation/rule.js';
import { checkSiblings, subnetRange } from '../../src/vpc/subnets/subnet.rules.js';
import { faultsOf } from '../support/faults-of.js';

const SETTINGS = readSettings({ RESERVED_IPV4_RANGES: '10.200.0.0/16,192.168.255.0/24,10.201.7.7/32' });

const NOT_A_NETWORK = 'Must be an IPv4 network';
const NOT_PRIVATE = 'Must be within 10.0.0.0/8, 172.16.0.0/12 or 192.168.0.0/16';
const TOO_SMALL = 'Prefix length must be at most 29';
const OVERLAPS = 'Range must not overlap with other subnets of the same VPC';

describe('[D-54] [D-55] the range of a subnet', () => {
  it.each([
    ['the longest prefix', '10.0.0.0/29'],
    ['the last of 10/8', '10.255.255.248/29'],
    ['the first of 172.16/12', '172.16.0.0/29'],
    ['the whole of 172.16/12', '172.16.0.0/12'],
    ['the last of 172.16/12', '172.31.255.248/29'],
    ['the last /29 before a reserved range of 192.168/16', '192.168.254.248/29'],
    ['just before a reserved range', '10.199.255.248/29'],
    ['just after a reserved range', '10.201.0.0/22'],
    ['beside a reserved address', '10.201.7.8/29'],
  ])('%s: %s', (_, ipv4) => {
    expect(subnetRange().check(ipv4, 'ipv4', SETTINGS)).toBeUndefined();
  });

  it.each<[string, unknown, string]>([
    ['host bits', '10.0.0.1/24', NOT_A_NETWORK],
    ['no prefix', '10.0.0.0', NOT_A_NETWORK],
    ['a leading zero in the address', '010.0.0.0/24', NOT_A_NETWORK],
    ['a leading zero in the prefix', '10.0.0.0/09', NOT_A_NETWORK],
    ['a prefix over 32', '10.0.0.0/33', NOT_A_NETWORK],
    ['IPv6', 'fd00::/8', NOT_A_NETWORK],
    ['empty', '', NOT_A_NETWORK],
    ['public', '203.0.113.0/24', NOT_PRIVATE],
    ['just before 10/8', '9.255.255.0/24', NOT_PRIVATE],
    ['just after 10/8', '11.0.0.0/24', NOT_PRIVATE],
    ['just before 172.16/12', '172.15.255.0/24', NOT_PRIVATE],
    ['just after 172.16/12', '172.32.0.0/24', NOT_PRIVATE],
    ['wider than its block', '172.0.0.0/11', NOT_PRIVATE],
    ['everything', '0.0.0.0/0', NOT_PRIVATE],
    ['public and too small: reports the first fault', '203.0.113.0/32', NOT_PRIVATE],
    ['only the reserved addresses', '10.0.0.0/30', TOO_SMALL],
    ['one address', '10.0.0.0/32', TOO_SMALL],
    ['too small and reserved: reports the first fault', '10.200.0.0/30', TOO_SMALL],
    ['a reserved range', '10.200.0.0/16', 'Range must not overlap with 10.200.0.0/16'],
    ['inside a reserved range', '10.200.9.0/24', 'Range must not overlap with 10.200.0.0/16'],
    [
      'around two reserved ranges: reports the first one',
      '10.0.0.0/8',
      'Range must not overlap with 10.200.0.0/16',
    ],
    ['around a reserved address', '10.201.7.0/24', 'Range must not overlap with 10.201.7.7/32'],
    ['another reserved range', '192.168.255.128/25', 'Range must not overlap with 192.168.255.0/24'],
    ['[D-10] no string', 10, 'ipv4 is not valid'],
    ['[D-10] a list', ['10.0.0.0/24'], 'ipv4 is not valid'],
    ['[D-11] a NUL', '10.0.0.0/24\0', 'ipv4 is not valid'],
  ])('refused: %s', (_, ipv4, reason) => {
    expect(reasonText(subnetRange().check(ipv4, 'ipv4', SETTINGS))).toBe(reason);
  });

  it('nothing is reserved by default', () => {
    expect(subnetRange().check('10.0.0.0/8', 'ipv4', readSettings({}))).toBeUndefined();
  });

  it('is a string in the OpenAPI document', () => {
    expect(subnetRange().schema.type).toBe('string');
  });
});

describe('[D-55] the ranges of one request', () => {
  it.each<[string, string[], number[]]>([
    ['none', [], []],
    ['one', ['10.0.0.0/24'], []],
    ['side by side', ['10.0.1.0/24', '10.0.0.0/24', '10.0.2.0/24'], []],
    ['the same twice', ['10.0.0.0/24', '10.0.0.0/24'], [1]],
    ['the later inside the earlier', ['10.0.0.0/16', '10.0.9.0/24'], [1]],
    ['the later around the earlier', ['10.0.9.0/24', '10.0.0.0/16'], [1]],
    ['not with the one just before', ['10.0.0.0/24', '10.1.0.0/24', '10.0.0.0/29'], [2]],
    ['with one that has a fault itself', ['10.0.0.0/29', '10.0.0.0/24', '10.0.0.128/25'], [1, 2]],
    ['with two: reported once', ['10.0.0.0/24', '10.0.1.0/24', '10.0.0.0/16'], [2]],
  ])('%s', (_, ranges, at) => {
    const subnets = ranges.map((ipv4) => ({ ipv4 }));
    expect(faultsOf((faults) => checkSiblings(subnets, faults))).toEqual(
      at.map((index) => ({ field: `subnets[${index}].ipv4`, reason: OVERLAPS })),
    );
  });
});
