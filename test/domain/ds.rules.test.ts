import { TransferredZone } from '../../src/domain/zones/transfer/transferred-zone.js';
import type { ResourceRecord } from '../../src/domain/zones/transfer/dns-message.js';
import { record, soa } from '../support/axfr-peer.js';
import { build, faults } from './built-record.js';
import { lines } from './rendered-zone.js';

const SHA256 = '1f98'.repeat(16);
const NOT_VALID = ['target: target is not valid'];

describe('[D-293] the target of a DS record', () => {
  it.each([
    ['SHA-1', `2371 13 1 ${'ab'.repeat(20)}`, `2371 13 1 ${'AB'.repeat(20)}`],
    ['SHA-256', `2371 13 2 ${SHA256}`, `2371 13 2 ${SHA256.toUpperCase()}`],
    ['SHA-384', `2371 13 4 ${'00'.repeat(48)}`, `2371 13 4 ${'00'.repeat(48)}`],
    ['another digest', '65535 255 255 abcd', '65535 255 255 ABCD'],
    ['spaces', ` 02371  13\t2 ${SHA256.slice(0, 32)} ${SHA256.slice(32)} `, undefined],
  ])('%s', (_reason, target, rdata = `2371 13 2 ${SHA256.toUpperCase()}`) => {
    expect(build('DS', { name: 'sub', target })).toMatchObject({ type: 'DS', target, rdata });
  });

  it.each([
    ['nothing', ''],
    ['no digest', '2371 13 2'],
    ['a key tag too large', `65536 13 2 ${SHA256}`],
    ['an algorithm too large', `1 256 2 ${SHA256}`],
    ['a digest type too large', '1 13 256 abcd'],
    ['a mnemonic', `1 ECDSAP256SHA256 2 ${SHA256}`],
    ['SHA-1 of 32 octets', `1 13 1 ${SHA256}`],
    ['SHA-256 of 20 octets', `1 13 2 ${'ab'.repeat(20)}`],
    ['SHA-384 of 32 octets', `1 13 4 ${SHA256}`],
    ['half an octet', '1 13 3 abc'],
    ['another character', '1 13 3 xy'],
    ['a line break', `1 13 2 ${SHA256.slice(1)}\n${SHA256.slice(0, 1)}`],
    ['a host', 'ns.example.com'],
  ])('%s is refused', (_reason, target) => {
    expect(faults('DS', { name: 'sub', target })).toEqual(NOT_VALID);
  });
});

describe('[D-293] the name of a DS record', () => {
  const target = `2371 13 2 ${SHA256}`;

  it.each([
    ['the apex', 'example.com', 'name: name is not valid'],
    ['no name', '', 'name: name is required'],
    ['a wildcard', '*.sub', 'name: Name contains invalid characters'],
  ])('%s is refused', (_reason, name, fault) => {
    expect(faults('DS', { name, target })).toEqual([fault]);
  });

  it('may be one of a classless zone, as of NS records', () => {
    expect(build('DS', { name: '0/25', target }).name).toBe('0/25');
  });
});

it('[D-293] an unknown type is refused in the words of the specification', () => {
  expect(faults('TLSA' as 'DS', { name: 'sub', target: 'x' })).toEqual([
    'type: Must be one of A, AAAA, NS, MX, CNAME, TXT, SRV, PTR, CAA',
  ]);
});

describe('[D-293] an import', () => {
  const target = `2371 13 2 ${SHA256.toUpperCase()}`;
  const imported = (...answers: ResourceRecord[]) => {
    const zone = new TransferredZone('example.com', ['ns1.example.net']);
    for (const answer of [soa('example.com'), ...answers]) zone.add(answer);
    const { remarks } = zone.result();
    return { records: zone.records.map(({ type, name, rdata }) => `${name} ${type} ${rdata}`), remarks };
  };

  it('keeps DS records, behind the NS records of their names', () => {
    const zone = imported(
      record('DS', 'sub.example.com', target),
      record('NS', 'SUB.example.com', 'ns.example.org'),
    );
    expect(zone).toEqual({ records: ['SUB NS ns.example.org.', `sub DS ${target}`], remarks: null });
  });

  it('leaves out those without NS records, and names them', () => {
    const zone = imported(
      record('DS', 'sub.example.com', target),
      record('CNAME', 'sub.example.com', 'www.example.org'),
      record('DS', 'other.example.com', '2371 13 2 AB'),
    );
    expect(zone.records).toEqual(['sub CNAME www.example.org.']);
    expect(zone.remarks).toBe(
      'Skipped: DS other.example.com (target: target is not valid), ' +
        'DS sub.example.com (name: A DS record needs NS records of the same name.)',
    );
  });
});

describe('[D-293] a zone file', () => {
  it('has DS records last', () => {
    const target = `2371 13 2 ${SHA256}`;
    expect(
      lines(
        ['DS', { name: 'sub', target }],
        ['NS', { name: 'Sub', target: 'ns.example.org' }],
        ['DS', { name: 'SUB', target: target.toUpperCase() }],
      ),
    ).toEqual(['Sub IN NS ns.example.org.', `sub IN DS 2371 13 2 ${SHA256.toUpperCase()}`]);
  });

  it('[D-292] leaves out a DS record whose only nameserver is left out', () => {
    expect(
      lines(
        ['NS', { name: 'sub', target: 'ns.sub.example.com' }],
        ['DS', { name: 'sub', target: `2371 13 2 ${SHA256}` }],
      ),
    ).toEqual([
      '; record 1 left out: ns.sub.example.com. has no address',
      '; record 2 left out: sub has no nameserver',
    ]);
  });
});
