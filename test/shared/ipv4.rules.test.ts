import {
  contains,
  isPrivate,
  overlap,
  parseAddress,
  parseRange,
  usable,
  type Ipv4Range,
} from '../../src/shared/networking/ipv4.rules.js';

const range = (text: string): Ipv4Range => parseRange(text)!;

describe('[D-54] a range in canonical form', () => {
  it.each([
    ['a subnet', '10.0.1.0/24', { first: 0x0a000100, last: 0x0a0001ff, prefix: 24 }],
    ['one address', '192.168.1.7/32', { first: 0xc0a80107, last: 0xc0a80107, prefix: 32 }],
    ['everything', '0.0.0.0/0', { first: 0, last: 0xffffffff, prefix: 0 }],
    ['the last /31', '255.255.255.254/31', { first: 0xfffffffe, last: 0xffffffff, prefix: 31 }],
  ])('%s', (_reason, text, expected) => {
    expect(parseRange(text)).toEqual(expected);
  });

  it.each([
    ['host bits', '10.0.1.1/24'],
    ['a leading zero in the prefix', '10.0.1.0/024'],
    ['a leading zero before one digit', '10.0.0.0/08'],
    ['a leading zero in the address', '10.0.01.0/24'],
    ['a prefix of 33', '10.0.1.0/33'],
    ['no prefix', '10.0.1.0'],
    ['an empty prefix', '10.0.1.0/'],
    ['three octets', '10.0.1/24'],
    ['five octets', '10.0.1.0.0/24'],
    ['an octet of 256', '10.0.256.0/24'],
    ['an octet of four digits', '10.0.1000.0/24'],
    ['a mask', '10.0.1.0/255.255.255.0'],
    ['a space in front', ' 10.0.1.0/24'],
    ['a line break after', '10.0.1.0/24\n'],
    ['hexadecimal', '0x0a.0.1.0/24'],
    ['IPv6', '2001:db8::/32'],
    ['a sign', '10.0.1.0/-1'],
    ['a prefix of three digits', '10.0.0.0/100'],
    ['other separators', '10a0b1c0/24'],
    ['nothing', ''],
  ])('none: %s', (_reason, text) => {
    expect(parseRange(text)).toBeUndefined();
  });
});

describe('[D-54] a dotted quad', () => {
  it.each([
    ['as a number', '1.2.3.4', 0x01020304],
    ['the lowest', '0.0.0.0', 0],
    ['the highest', '255.255.255.255', 0xffffffff],
    ['inner zeros', '10.0.100.0', 0x0a006400],
    ['leading zero', '01.2.3.4', undefined],
    ['leading zero inside', '1.2.3.04', undefined],
    ['leading zeros', '1.2.000.4', undefined],
    ['octet of 256', '1.2.3.256', undefined],
    ['fewer parts', '1.2.3', undefined],
    ['one number', '16909060', undefined],
    ['IPv6', '::1', undefined],
  ])('%s', (_reason, text, address) => {
    expect(parseAddress(text)).toBe(address);
  });
});

describe('[D-55] inside one block of RFC 1918', () => {
  it.each([
    ['10.0.0.0/8', true],
    ['10.255.255.248/29', true],
    ['172.16.0.0/12', true],
    ['172.31.255.0/24', true],
    ['192.168.0.0/16', true],
    ['192.168.255.0/24', true],
    ['9.255.255.0/24', false],
    ['11.0.0.0/24', false],
    ['172.15.255.0/24', false],
    ['172.32.0.0/24', false],
    ['192.167.255.0/24', false],
    ['192.169.0.0/24', false],
    ['10.0.0.0/7', false],
    ['172.0.0.0/11', false],
    ['192.168.0.0/15', false],
    ['0.0.0.0/0', false],
  ])('%s: %s', (text, expected) => {
    expect(isPrivate(range(text))).toBe(expected);
  });
});

describe('[D-55] ranges beside, over and in each other', () => {
  it.each([
    ['the same', '10.0.0.0/24', '10.0.0.0/24', true, true],
    ['one inside, at the start', '10.0.0.0/24', '10.0.0.0/25', true, true],
    ['one inside, at the end', '10.0.0.0/24', '10.0.0.128/25', true, true],
    ['one inside', '10.0.0.0/16', '10.0.7.0/24', true, true],
    ['one around', '10.0.7.0/24', '10.0.0.0/16', false, true],
    ['its first address', '10.0.0.0/24', '10.0.0.0/32', true, true],
    ['its last address', '10.0.0.0/24', '10.0.0.255/32', true, true],
    ['around its first address', '10.0.0.0/32', '10.0.0.0/24', false, true],
    ['around its last address', '10.0.0.255/32', '10.0.0.0/24', false, true],
    ['the neighbour above', '10.0.0.0/24', '10.0.1.0/24', false, false],
    ['the neighbour below', '10.0.1.0/24', '10.0.0.0/24', false, false],
  ])('%s', (_reason, one, other, inside, over) => {
    expect(contains(range(one), range(other))).toBe(inside);
    expect(overlap(range(one), range(other))).toBe(over);
  });
});

it('[D-56] the first two and the last two addresses are reserved', () => {
  expect(usable(range('10.0.1.0/29'))).toEqual({ first: 0x0a000102, last: 0x0a000105, prefix: 29 });
});
