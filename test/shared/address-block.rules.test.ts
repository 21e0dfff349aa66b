import { addressBlock } from '../../src/shared/limits/address-block.rules.js';

describe('[D-212] the block of addresses that a limit counts', () => {
  it.each([
    ['an IPv4 address', '203.0.113.7', '203.0.113.7'],
    ['a full IPv6 address', '2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['leading zeros', '2001:0db8:0001:0002::1', '2001:db8:1:2::/64'],
    ['zeros within the block', '2001:db8::1', '2001:db8:0:0::/64'],
    ['zeros at the block’s end', '2001:db8:1::5:6:7:8', '2001:db8:1:0::/64'],
    ['loopback', '::1', '0:0:0:0::/64'],
    ['zeros at the end', '2001:db8:1:2::', '2001:db8:1:2::/64'],
    ['a dotted quad', '64:ff9b::192.0.2.1', '64:ff9b:0:0::/64'],
    ['a zone', 'fe80::1%eth0', 'fe80:0:0:0::/64'],
  ])('%s', (_reason, address, block) => {
    expect(addressBlock(address)).toBe(block);
  });
});
