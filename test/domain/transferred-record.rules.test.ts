import type { ResourceRecord } from '../../src/domain/zones/transfer/dns-message.js';
import { emailOf } from '../../src/domain/zones/transfer/transferred-record.rules.js';
import { TransferredZone } from '../../src/domain/zones/transfer/transferred-zone.js';
import { record, soa } from '../support/axfr-peer.js';

const long = 'a'.repeat(63);

function zoneOf(...answers: ResourceRecord[]): TransferredZone {
  const zone = new TransferredZone('example.com', ['ns1.example.net', 'ns2.example.net']);
  for (const answer of [soa('example.com'), ...answers]) zone.add(answer);
  return zone;
}

describe('[D-111] records are stored with relative names', () => {
  it.each<[string, ResourceRecord, object]>([
    ['A at the apex', record('A', 'Example.com', '192.0.2.1'), { type: 'A', name: '', target: '192.0.2.1' }],
    ['AAAA', record('AAAA', 'www.example.com', '2001:db8::1'), { name: 'www', target: '2001:db8::1' }],
    ['a wildcard, case kept', record('A', '*.A.EXAMPLE.com', '192.0.2.1'), { name: '*.A' }],
    [
      'a name that ends with the domain twice',
      record('A', 'www.example.com.example.com', '192.0.2.1'),
      { name: 'www.example.com' },
    ],
    ['our NS below the apex', record('NS', 'sub.example.com', 'ns1.example.net'), { name: 'sub' }],
    [
      'a host of one label stays absolute',
      record('CNAME', 'a.example.com', 'localhost'),
      { target: 'localhost.' },
    ],
    [
      'MX',
      record('MX', 'example.com', { preference: 10, exchange: 'mail.example.com' }),
      { priority: 10, target: 'mail.example.com' },
    ],
    [
      'a null MX',
      record('MX', 'example.com', { preference: 300, exchange: '.' }),
      { priority: 0, target: '', rdata: '.' },
    ],
    [
      'TXT, its strings joined',
      record('TXT', 'example.com', [Buffer.from('a'), Buffer.from('ü "b"')]),
      { target: 'aü "b"' },
    ],
    [
      'TXT with a byte order mark, which is text',
      record('TXT', 'example.com', [Buffer.from([0xef, 0xbb, 0xbf, 0x61])]),
      { target: '\ufeffa' },
    ],
    ['an apex PTR to our NS', record('PTR', 'example.com', 'ns1.example.net'), { type: 'PTR', name: '' }],
    ['an empty TXT', record('TXT', 'example.com', [Buffer.alloc(0)]), { target: '', rdata: '""' }],
    ['PTR', record('PTR', '1.example.com', 'host.example.org'), { type: 'PTR', target: 'host.example.org' }],
    [
      'SRV',
      record('SRV', '_sip._tcp.example.com', { priority: 1, weight: 2, port: 3, target: 'sip.example.com' }),
      {
        name: '_sip._tcp',
        service: 'sip',
        protocol: 'tcp',
        priority: 1,
        weight: 2,
        port: 3,
        target: 'sip.example.com',
      },
    ],
    [
      'CAA',
      record('CAA', 'example.com', { flags: 0, tag: 'ISSUE', value: 'ca.example.org' }),
      { tag: 'issue', target: 'ca.example.org' },
    ],
    ['[D-193] TTL 0', record('A', 'example.com', '192.0.2.1', 0), { ttlSec: 300 }],
    ['[D-98] TTL 5000', record('A', 'example.com', '192.0.2.1', 5000), { ttlSec: 3600 }],
    [
      '[D-193] a TTL with the top bit, which counts as 0',
      record('A', 'example.com', '192.0.2.1', 2 ** 31),
      { ttlSec: 300 },
    ],
    ['the longest TTL', record('A', 'example.com', '192.0.2.1', 2 ** 31 - 1), { ttlSec: 2419200 }],
  ])('%s', (_reason, answer, stored) => {
    const zone = zoneOf(answer);
    expect(zone.records).toMatchObject([stored]);
    expect(zone.result().remarks).toBeNull();
  });
});

describe('[D-111] an import leaves out what the service renders itself', () => {
  it('the SOA and apex NS equal to NAMESERVERS', () => {
    const zone = zoneOf(
      record('NS', 'EXAMPLE.com', 'NS1.example.net'),
      record('NS', 'example.com', 'ns2.example.net'),
    );
    expect(zone.records).toEqual([]);
    expect(zone.result().remarks).toBeNull();
  });
});

describe('[D-111] [D-193] [D-218] an import skips and names, with the reason, records that can not be stored', () => {
  const at = (name: string) => record('A', name, '192.0.2.1');
  it.each<[string, ResourceRecord, string]>([
    [
      'another type',
      record('HINFO', 'example.com', { cpu: 'a', os: 'b' }),
      'Skipped: HINFO example.com (type 13 is not supported)',
    ],
    [
      'a type without a name',
      record('TYPE65400', 'a.example.com', undefined),
      'Skipped: TYPE65400 a.example.com (type 65400 is not supported)',
    ],
    [
      'a name outside the zone',
      at('www.example.org'),
      'Skipped: A www.example.org (the name is outside the domain)',
    ],
    [
      'a name that only ends alike',
      at('badexample.com'),
      'Skipped: A badexample.com (the name is outside the domain)',
    ],
    [
      'a name over 100 characters',
      at(`${long}.${long}.example.com`),
      `Skipped: A ${long}.${long}.example.com (name: Length must be 0-100 characters)`,
    ],
    [
      'a label that we refuse',
      at('a\\032b.example.com'),
      'Skipped: A a\\032b.example.com (name: Name contains invalid characters)',
    ],
    [
      'a label that looks like the apex',
      at('@.example.com'),
      'Skipped: A @.example.com (name: Name contains invalid characters)',
    ],
    [
      '[D-218] an escaped period',
      at('a\\.b.example.com'),
      'Skipped: A a\\.b.example.com (name: Name contains invalid characters)',
    ],
    [
      '[D-218] an escaped period before the domain',
      at('a\\.example.com'),
      'Skipped: A a\\.example.com (name: Name contains invalid characters)',
    ],
    [
      '[D-218] a host with an escaped period',
      record('CNAME', 'a.example.com', 'x\\.y.org'),
      'Skipped: CNAME a.example.com (target: target is not valid)',
    ],
    [
      'a host with other octets',
      record('CNAME', 'a.example.com', '\\195\\188.org'),
      'Skipped: CNAME a.example.com (target: target is not valid)',
    ],
    [
      'SRV with something before its service',
      record('SRV', 'x_sip._tcp.example.com', { priority: 1, weight: 2, port: 3, target: 'a.b' }),
      'Skipped: SRV x_sip._tcp.example.com (the name is not _service._protocol)',
    ],
    [
      'a name with other octets',
      at('\\195\\188.example.com'),
      'Skipped: A \\195\\188.example.com (name: Name contains invalid characters)',
    ],
    [
      'SRV below a subdomain',
      record('SRV', '_sip._tcp.a.example.com', { priority: 1, weight: 2, port: 3, target: 'a.b' }),
      'Skipped: SRV _sip._tcp.a.example.com (the name is not _service._protocol)',
    ],
    [
      'MX with a priority over 255',
      record('MX', 'example.com', { preference: 256, exchange: 'a.b' }),
      'Skipped: MX example.com (priority: Must be 0-255)',
    ],
    [
      'CAA with the critical flag',
      record('CAA', 'example.com', { flags: 128, tag: 'issue', value: '' }),
      'Skipped: CAA example.com (the flags are not 0)',
    ],
    [
      'CAA with another tag',
      record('CAA', 'example.com', { flags: 0, tag: 'contactemail', value: 'a' }),
      'Skipped: CAA example.com (tag: Must be one of issue, issuewild, iodef)',
    ],
    [
      'TXT that is no UTF-8',
      record('TXT', 'example.com', [Buffer.from([0xff])]),
      'Skipped: TXT example.com (the text is not UTF-8)',
    ],
    [
      'TXT with U+0000',
      record('TXT', 'example.com', [Buffer.from([0])]),
      'Skipped: TXT example.com (target: target is not valid)',
    ],
    [
      'another class',
      { ...at('example.com'), class: 'CLASS3' },
      'Skipped: A example.com (class CLASS3 is not supported)',
    ],
    [
      'CNAME at the apex',
      record('CNAME', 'example.com', 'a.b'),
      'Skipped: CNAME example.com (name: name is required)',
    ],
    [
      'wildcard NS',
      record('NS', '*.example.com', 'a.b'),
      'Skipped: NS *.example.com (name: Name contains invalid characters)',
    ],
    [
      'an SOA below the apex',
      soa('sub.example.com'),
      'Skipped: SOA sub.example.com (type 6 is not supported)',
    ],
  ])('%s', (_reason, answer, skipped) => {
    const zone = zoneOf(answer);
    expect(zone.records).toEqual([]);
    expect(zone.result().remarks).toBe(skipped);
  });

  it('[D-102] the later one of two records that may not share a name', () => {
    const zone = zoneOf(
      record('CNAME', 'a.example.com', 'x.y'),
      record('A', 'A.example.com', '192.0.2.1'),
      record('A', 'b.example.com', '192.0.2.1'),
      record('CNAME', 'b.example.com', 'x.y'),
      record('MX', 'c.example.com', { preference: 1, exchange: '.' }),
      record('MX', 'c.example.com', { preference: 1, exchange: 'x.y' }),
    );
    expect(zone.records).toHaveLength(3);
    expect(zone.result().remarks).toBe(
      ['A A', 'CNAME b', 'MX c']
        .map((each) => `${each}.example.com (conflicts with another record of its name)`)
        .join(', ')
        .replace(/^/, 'Skipped: '),
    );
  });

  it('names at most 50 records', () => {
    const zone = zoneOf(...Array.from({ length: 60 }, (_, i) => record('HINFO', `h${i}.example.com`, {})));
    expect(zone.result().remarks).toMatch(
      / HINFO h49\.example\.com \(type 13 is not supported\) and 10 more$/,
    );
  });
});

it('[D-294] an import stores a text that is too long to be served, and says so', () => {
  const long = record('TXT', 'a.example.com', [Buffer.from('a'.repeat(64_901))]);
  const zone = zoneOf(long).result();
  expect(zone.records).toMatchObject({ name: ['a'], rdata: [null] });
  expect(zone.remarks).toBe('Stored: TXT a.example.com (not served: the text is too long for DNS)');
});

describe('[D-111] NS records of the apex', () => {
  const apex = record('NS', 'example.com', 'ns.example.org');
  const below = record('NS', 'sub.example.com', 'ns.example.org');

  it('are kept and named', () => {
    const zone = zoneOf(apex, below).result();
    expect(zone.records).toMatchObject({ name: ['', 'sub'], target: ['ns.example.org', 'ns.example.org'] });
    expect(zone.remarks).toBe('Kept NS records of the previous nameservers: ns.example.org');
  });

  it('are left out with skip_apex_ns', () => {
    const zone = new TransferredZone('example.com', ['ns1.example.net'], true);
    for (const answer of [soa('example.com'), apex, below]) zone.add(answer);
    expect(zone.result().records.name).toEqual(['sub']);
    expect(zone.result().remarks).toBe('Skipped: NS example.com (skip_apex_ns: ns.example.org)');
  });
});

describe('[D-111] soa_email of an SOA', () => {
  it.each([
    ['hostmaster.example.com', 'hostmaster@example.com'],
    ['dns\\.admin.example.com', 'dns.admin@example.com'],
    ['a\\.b\\.c.example.com', 'a.b.c@example.com'],
    ['hostmaster', undefined],
    ['.', undefined],
    ['a\\032b.example.com', undefined],
    ['admin.localhost', undefined],
  ])('%s', (responsibleName, email) => {
    expect(emailOf(responsibleName)).toBe(email);
  });
});
