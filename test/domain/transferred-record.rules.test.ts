import type { Answer } from 'dns-packet';
import { emailOf } from '../../src/domain/zones/transfer/transferred-record.rules.js';
import { TransferredZone } from '../../src/domain/zones/transfer/transferred-zone.js';
import { record, soa } from '../support/axfr-peer.js';

const long = 'a'.repeat(63);

function zoneOf(...answers: Answer[]): TransferredZone {
  const zone = new TransferredZone('example.com', ['ns1.example.net', 'ns2.example.net']);
  for (const answer of [soa('example.com'), ...answers]) zone.add(answer);
  return zone;
}

describe('[D-111] records are stored with relative names', () => {
  it.each<[string, Answer, object]>([
    ['A at the apex', record('A', 'Example.com', '192.0.2.1'), { type: 'A', name: '', target: '192.0.2.1' }],
    ['AAAA', record('AAAA', 'www.example.com', '2001:db8::1'), { name: 'www', target: '2001:db8::1' }],
    ['a wildcard, case kept', record('A', '*.A.EXAMPLE.com', '192.0.2.1'), { name: '*.A' }],
    [
      'another apex NS',
      record('NS', 'example.com', 'ns.example.org'),
      { name: '', target: 'ns.example.org' },
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
    ['TTL 2147483648', record('A', 'example.com', '192.0.2.1', 2147483648), { ttlSec: 2419200 }],
  ])('%s', (_reason, answer, stored) => {
    const zone = zoneOf(answer);
    expect(zone.records).toMatchObject([stored]);
    expect(zone.skipped).toBeNull();
  });
});

describe('[D-111] what is synthesised is left out', () => {
  it('the SOA and apex NS equal to NAMESERVERS', () => {
    const zone = zoneOf(
      record('NS', 'EXAMPLE.com', 'NS1.example.net'),
      record('NS', 'example.com', 'ns2.example.net'),
    );
    expect(zone.records).toEqual([]);
    expect(zone.skipped).toBeNull();
  });
});

describe('[D-111, D-193] what cannot be stored is skipped and named', () => {
  const at = (name: string) => record('A', name, '192.0.2.1');
  it.each<[string, Answer, string]>([
    ['another type', record('HINFO', 'example.com', { cpu: 'a', os: 'b' }), 'Skipped: HINFO example.com'],
    [
      'a type without a name',
      record('UNKNOWN_65400', 'a.example.com', Buffer.alloc(1)),
      'Skipped: UNKNOWN_65400 a.example.com',
    ],
    ['a name outside the zone', at('www.example.org'), 'Skipped: A www.example.org'],
    ['a name that only ends alike', at('badexample.com'), 'Skipped: A badexample.com'],
    [
      'a name over 100 characters',
      at(`${long}.${long}.example.com`),
      `Skipped: A ${long}.${long}.example.com`,
    ],
    ['a label that we refuse', at('a b.example.com'), 'Skipped: A a?b.example.com'],
    ['a label that looks like the apex', at('@.example.com'), 'Skipped: A @.example.com'],
    ['a name that begins with ASCII', at('aü.example.com'), 'Skipped: A a?.example.com'],
    ['a host that is no ASCII', record('CNAME', 'a.example.com', 'ü.org'), 'Skipped: CNAME a.example.com'],
    [
      'SRV with something before its service',
      record('SRV', 'x_sip._tcp.example.com', { priority: 1, weight: 2, port: 3, target: 'a.b' }),
      'Skipped: SRV x_sip._tcp.example.com',
    ],
    ['a name that is no ASCII', at('ü.example.com'), 'Skipped: A ?.example.com'],
    [
      'SRV below a subdomain',
      record('SRV', '_sip._tcp.a.example.com', { priority: 1, weight: 2, port: 3, target: 'a.b' }),
      'Skipped: SRV _sip._tcp.a.example.com',
    ],
    [
      'MX with a priority over 255',
      record('MX', 'example.com', { preference: 256, exchange: 'a.b' }),
      'Skipped: MX example.com',
    ],
    [
      'CAA with the critical flag',
      record('CAA', 'example.com', { flags: 128, tag: 'issue', value: '' }),
      'Skipped: CAA example.com',
    ],
    [
      'CAA with another tag',
      record('CAA', 'example.com', { flags: 0, tag: 'contactemail', value: 'a' }),
      'Skipped: CAA example.com',
    ],
    ['TXT that is no UTF-8', record('TXT', 'example.com', [Buffer.from([0xff])]), 'Skipped: TXT example.com'],
    ['TXT with U+0000', record('TXT', 'example.com', [Buffer.from([0])]), 'Skipped: TXT example.com'],
    ['another class', { ...at('example.com'), class: 'CH' }, 'Skipped: A example.com'],
    ['CNAME at the apex', record('CNAME', 'example.com', 'a.b'), 'Skipped: CNAME example.com'],
    ['wildcard NS', record('NS', '*.example.com', 'a.b'), 'Skipped: NS *.example.com'],
    ['an SOA below the apex', soa('sub.example.com'), 'Skipped: SOA sub.example.com'],
  ])('%s', (_reason, answer, skipped) => {
    const zone = zoneOf(answer);
    expect(zone.records).toEqual([]);
    expect(zone.skipped).toBe(skipped);
  });

  it('[D-102] the later of two that cannot stand at one name', () => {
    const zone = zoneOf(
      record('CNAME', 'a.example.com', 'x.y'),
      record('A', 'A.example.com', '192.0.2.1'),
      record('A', 'b.example.com', '192.0.2.1'),
      record('CNAME', 'b.example.com', 'x.y'),
      record('MX', 'c.example.com', { preference: 1, exchange: '.' }),
      record('MX', 'c.example.com', { preference: 1, exchange: 'x.y' }),
    );
    expect(zone.records).toHaveLength(3);
    expect(zone.skipped).toBe('Skipped: A A.example.com, CNAME b.example.com, MX c.example.com');
  });

  it('the message has an end', () => {
    const zone = zoneOf(...Array.from({ length: 60 }, (_, i) => record('HINFO', `h${i}.example.com`, {})));
    expect(zone.skipped).toMatch(/ HINFO h49\.example\.com and 10 more$/);
  });
});

describe('[D-111] soa_email of an SOA', () => {
  it.each([
    ['hostmaster.example.com', 'hostmaster@example.com'],
    ['dns\\.admin.example.com', 'dns.admin@example.com'],
    ['a\\.b\\.c.example.com', 'a.b.c@example.com'],
    ['hostmaster', undefined],
    ['.', undefined],
    ['a b.example.com', undefined],
    ['admin.localhost', undefined],
  ])('%s', (responsibleName, email) => {
    expect(emailOf(responsibleName)).toBe(email);
  });
});
