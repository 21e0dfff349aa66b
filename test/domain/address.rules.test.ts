import { mayConnect } from '../../src/domain/zones/transfer/address.rules.js';

describe('[D-112] addresses that an import may connect to', () => {
  it.each([
    '8.8.8.8',
    '192.0.0.9',
    '172.32.0.1',
    '100.128.0.1',
    '198.20.0.1',
    '223.255.255.255',
    '2600::1',
    '2001:4860:4860::8888',
    '2001:20::1',
    '2620:4f:8000::1',
    '::ffff:8.8.8.8',
    '64:ff9b::808:808',
  ])('%s', (address) => {
    expect(mayConnect(address, [])).toBe(true);
  });
});

describe('[D-112] addresses that an import may not connect to', () => {
  it.each([
    ['this network', '0.0.0.0'],
    ['private', '10.0.0.1'],
    ['private', '172.31.255.255'],
    ['private', '192.168.1.1'],
    ['shared', '100.64.0.1'],
    ['loopback', '127.0.0.1'],
    ['link-local, metadata', '169.254.169.254'],
    ['protocol assignments', '192.0.0.1'],
    ['documentation', '192.0.2.1'],
    ['documentation', '198.51.100.1'],
    ['documentation', '203.0.113.1'],
    ['6to4 relay', '192.88.99.1'],
    ['benchmarking', '198.19.255.255'],
    ['multicast', '224.0.0.1'],
    ['reserved', '240.0.0.1'],
    ['broadcast', '255.255.255.255'],
    ['unspecified', '::'],
    ['loopback', '::1'],
    ['mapped loopback', '::ffff:127.0.0.1'],
    ['mapped private', '::ffff:10.0.0.1'],
    ['IPv4-compatible', '::7f00:1'],
    ['IPv4-compatible', '::8.8.8.8'],
    ['translated private', '64:ff9b::10.0.0.1'],
    ['local translation', '64:ff9b:1::808:808'],
    ['discard-only', '100::1'],
    ['6to4 of loopback', '2002:7f00:1::1'],
    ['6to4 of anything', '2002:808:808::1'],
    ['Teredo', '2001:0:808:808::1'],
    ['benchmarking', '2001:2::1'],
    ['documentation', '2001:db8::1'],
    ['documentation', '3fff::1'],
    ['segment routing', '5f00::1'],
    ['unique local', 'fd00::1'],
    ['link-local', 'fe80::1'],
    ['link-local with a zone', 'fe80::1%lo'],
    ['site-local', 'fec0::1'],
    ['multicast', 'ff02::1'],
    ['no address', 'localhost'],
  ])('%s: %s', (_reason, address) => {
    expect(mayConnect(address, [])).toBe(false);
  });
});

describe('[D-112] AXFR_ALLOWED_NETWORKS', () => {
  const allowed = ['127.0.0.0/8', 'fd00::/8', '10.0.0.7', '2001:db8::7'];
  it.each([
    ['127.0.0.1', true],
    ['::ffff:127.0.0.1', true],
    ['fd00::1', true],
    ['10.0.0.7', true],
    ['10.0.0.8', false],
    ['2001:db8::7', true],
    ['2001:db8::8', false],
    ['::1', false],
    ['::10.0.0.7', false],
    ['8.8.8.8', true],
  ])('%s: %s', (address, may) => {
    expect(mayConnect(address, allowed)).toBe(may);
  });
});
