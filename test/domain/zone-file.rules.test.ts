import { yearSerial } from '../../src/domain/serial.rules.js';
import { ZONE_FORM, responsibleName } from '../../src/domain/zones/zone-file.rules.js';
import { lines, render, ZONE } from './rendered-zone.js';

it('[D-107] [D-263] renders the example of the decisions byte for byte', () => {
  expect(
    render([
      ['A', { name: '', target: '203.0.113.10' }],
      ['AAAA', { name: 'www', target: '2001:db8::10', ttl_sec: 3600 }],
      ['MX', { name: '', target: 'mail.example.com', priority: 10 }],
      ['CNAME', { name: 'blog', target: 'pages.example.org' }],
      ['TXT', { name: '', target: 'v=spf1 mx -all' }],
      ['TXT', { name: 'long', target: '0123456789'.repeat(26) }],
      ['SRV', { service: 'sip', protocol: 'tcp', target: 'sip', priority: 10, weight: 60, port: 5060 }],
      ['CAA', { name: '', target: 'ca.example.org', tag: 'issue' }],
    ]).join('\n'),
  ).toBe(`; example.com [123]
$ORIGIN example.com.
$TTL 86400
@ IN SOA ns1.example.net. dns\\.admin.example.com. 2026000009 14400 14400 1209600 3600
@ IN NS ns1.example.net.
@ IN NS ns2.example.net.
@ IN A 203.0.113.10
www 3600 IN AAAA 2001:db8::10
@ IN MX 10 mail.example.com.
blog IN CNAME pages.example.org.
@ IN TXT "v=spf1 mx -all"
long IN TXT "012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234" "56789"
_sip._tcp IN SRV 10 60 5060 sip.example.com.
@ IN CAA 0 issue "ca.example.org"`);
});

it('[D-107] [D-263] uses the seconds of the domain when they are set; the minimum is at most an hour', () => {
  const zone = { ...ZONE, ttlSec: 172800, refreshSec: 30, retrySec: 120, expireSec: 300 };
  expect(render([], zone).slice(2, 4)).toEqual([
    '$TTL 172800',
    '@ IN SOA ns1.example.net. dns\\.admin.example.com. 2026000009 30 120 300 3600',
  ]);
});

it('[D-107] escapes special characters of the email address in the SOA', () => {
  const zone = { ...ZONE, soaEmail: "o'neil+dns_-@example.com" };
  expect(render([], zone)[3]).toContain(" o\\'neil\\+dns_-.example.com. ");
});

describe('[D-70] [D-107] the SOA of an email address that is too long for a DNS name', () => {
  const local = (length: number) => 'a'.repeat(length);
  const host = (length: number) => `${`${'b'.repeat(62)}.`.repeat(3)}${'c'.repeat(length - 189)}`;
  it.each([
    ['a label of 63 octets', `${local(63)}@example.org`, 'example.com', `${local(63)}.example.org.`],
    ['one of 64', `${local(64)}@example.org`, 'example.com', 'hostmaster.example.com.'],
    ['a name of 253 characters', `a@${host(251)}`, 'example.com', `a.${host(251)}.`],
    ['one of 254', `a@${host(252)}`, 'example.com', 'hostmaster.example.com.'],
    ['a domain with room', `${local(64)}@example.org`, host(242), `hostmaster.${host(242)}.`],
    ['one without', `${local(64)}@example.org`, host(243), '.'],
  ])('%s', (_reason, email, domain, name) => {
    expect(responsibleName(email, domain)).toBe(name);
  });
});

it('[D-107] orders records by type, in the order of the spec, and then by id', () => {
  expect(
    lines(
      ['TXT', { target: 'first' }],
      ['PTR', { name: 'p', target: 'host.example.org' }],
      ['NS', { name: 'sub', target: 'ns.example.org' }],
      ['A', { name: 'b', target: '192.0.2.1' }],
      ['A', { name: 'a', target: '192.0.2.1' }],
    ),
  ).toEqual([
    'b IN A 192.0.2.1',
    'a IN A 192.0.2.1',
    'sub IN NS ns.example.org.',
    '@ IN TXT "first"',
    'p IN PTR host.example.org.',
  ]);
});

describe('[D-108] record lines', () => {
  it('have one TTL per name and type, the lowest; case does not matter', () => {
    expect(
      lines(
        ['A', { name: 'www', target: '192.0.2.1', ttl_sec: 3600 }],
        ['A', { name: 'WWW', target: '192.0.2.2', ttl_sec: 300 }],
        ['A', { name: 'www', target: '192.0.2.3' }],
        ['AAAA', { name: 'www', target: '2001:db8::1', ttl_sec: 3600 }],
      ),
    ).toEqual([
      'www 300 IN A 192.0.2.1',
      'WWW 300 IN A 192.0.2.2',
      'www 300 IN A 192.0.2.3',
      'www 3600 IN AAAA 2001:db8::1',
    ]);
  });

  it('a TTL equal to the default is not printed', () => {
    expect(lines(['A', { target: '192.0.2.1', ttl_sec: 86400 }])).toEqual(['@ IN A 192.0.2.1']);
  });

  it('leave out an apex NS that the service renders itself; others share its TTL', () => {
    const zone = render([
      ['NS', { target: 'NS1.example.net.' }],
      ['NS', { name: 'sub', target: 'ns1.example.net' }],
      ['NS', { target: 'ns3.example.org', ttl_sec: 300 }],
    ]);
    expect(zone.slice(4)).toEqual([
      '@ 300 IN NS ns1.example.net.',
      '@ 300 IN NS ns2.example.net.',
      'sub IN NS ns1.example.net.',
      '@ 300 IN NS ns3.example.org.',
    ]);
  });

  it('have absolute hosts: with an inner period, a final period, a single label, @ or no host', () => {
    expect(
      lines(
        ['MX', { name: 'a', target: 'mail.other.example' }],
        ['MX', { name: 'b', target: 'mail.' }],
        ['MX', { name: 'c', target: 'mail', priority: 5 }],
        ['MX', { name: 'd', target: '@' }],
        ['MX', { name: 'e', target: '' }],
        ['CNAME', { name: 'f', target: 'bücher.example' }],
        ['CNAME', { name: 'g', target: 'host' }],
        ['NS', { name: 'h', target: 'ns' }],
        ['A', { name: 'ns', target: '192.0.2.1' }],
        ['PTR', { name: 'i', target: '@' }],
      ),
    ).toEqual([
      'ns IN A 192.0.2.1',
      'h IN NS ns.example.com.',
      'a IN MX 0 mail.other.example.',
      'b IN MX 0 mail.',
      'c IN MX 5 mail.example.com.',
      'd IN MX 0 example.com.',
      'e IN MX 0 .',
      'f IN CNAME xn--bcher-kva.example.',
      'g IN CNAME host.example.com.',
      'i IN PTR example.com.',
    ]);
  });

  it('[D-103] duplicates are rendered once', () => {
    expect(
      lines(
        ['A', { name: 'www', target: '192.0.2.1' }],
        ['A', { name: 'WWW', target: '192.0.2.1' }],
        ['AAAA', { target: '2001:DB8::1' }],
        ['AAAA', { target: '2001:db8:0::1' }],
        ['MX', { target: 'mail', priority: 1 }],
        ['MX', { target: 'MAIL.example.com', priority: 1 }],
        ['MX', { target: 'mail', priority: 2 }],
        ['TXT', { target: 'a' }],
        ['TXT', { target: 'A' }],
        ['CAA', { tag: 'iodef', target: 'http://a/b' }],
        ['CAA', { tag: 'iodef', target: 'http://a/B' }],
      ),
    ).toEqual([
      'www IN A 192.0.2.1',
      '@ IN AAAA 2001:db8::1',
      '@ IN MX 1 mail.example.com.',
      '@ IN MX 2 mail.example.com.',
      '@ IN TXT "a"',
      '@ IN TXT "A"',
      '@ IN CAA 0 iodef "http://a/b"',
      '@ IN CAA 0 iodef "http://a/B"',
    ]);
  });
});

describe('[D-109] text', () => {
  it.each([
    ['empty', '', '""'],
    ['quotes and backslashes', 'say "a\\b"', '"say \\"a\\\\b\\""'],
    ['semicolons, parentheses, dollars, at signs', ';()$@', '";()$@"'],
    ['control characters', '\n\t\x7f', '"\\010\\009\\127"'],
    ['UTF-8', 'ü€', '"\\195\\188\\226\\130\\172"'],
    ['256 octets', 'a'.repeat(256), `"${'a'.repeat(255)}" "a"`],
    ['split inside a character', `${'a'.repeat(254)}ü`, `"${'a'.repeat(254)}\\195" "\\188"`],
  ])('%s', (_reason, target, rdata) => {
    expect(lines(['TXT', { target }])).toEqual([`@ IN TXT ${rdata}`]);
  });

  it('[D-294] a text that is too long for DNS is left out', () => {
    expect(lines(['TXT', { target: 'a'.repeat(64_901) }])).toEqual(['; record 1 left out: too long']);
  });
});

it('[D-106] the first serial of a year begins with the year', () => {
  expect(yearSerial(new Date('2026-07-01T00:00:00Z'))).toBe(2026000001);
});

it('[D-292] a release that shows these records otherwise counts ZONE_FORM up', () => {
  const shown = render([
    ['A', { name: 'www', target: '192.0.2.1', ttl_sec: 300 }],
    ['A', { name: 'www', target: '192.0.2.2' }],
    ['NS', { name: 'sub', target: 'ns.sub.example.com' }],
    ['MX', { target: 'mail' }],
    ['CNAME', { name: 'alias', target: '@' }],
    ['TXT', { target: 'a "b" ü' }],
    ['SRV', { target: 'sip', service: 'sip', protocol: 'tcp', priority: 1, weight: 2, port: 3 }],
    ['CAA', { target: 'ca.example.org', tag: 'issue' }],
  ]);
  expect([ZONE_FORM, ...shown]).toEqual([
    1,
    '; example.com [123]',
    '$ORIGIN example.com.',
    '$TTL 86400',
    '@ IN SOA ns1.example.net. dns\\.admin.example.com. 2026000009 14400 14400 1209600 3600',
    '@ IN NS ns1.example.net.',
    '@ IN NS ns2.example.net.',
    'www 300 IN A 192.0.2.1',
    'www 300 IN A 192.0.2.2',
    '; record 3 left out: ns.sub.example.com. has no address',
    '@ IN MX 0 mail.example.com.',
    'alias IN CNAME example.com.',
    '@ IN TXT "a \\"b\\" \\195\\188"',
    '_sip._tcp IN SRV 1 2 3 sip.example.com.',
    '@ IN CAA 0 issue "ca.example.org"',
  ]);
});
