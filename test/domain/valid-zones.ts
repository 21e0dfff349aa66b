import fc from 'fast-check';
import type { RecordDraft } from '../../src/domain/records/record.rules.js';
import type { Row } from './linted.js';

const KEY = 'MCowBQYDK2VwAyEAAAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=';

/** Parts of a zone that each work by themselves and beside each other, as customers have them. */
const PARTS: Readonly<Record<string, fc.Arbitrary<readonly Row[]>>> = {
  web: fc.oneof(
    addresses('').map((rows) => [...rows, alias('www', '@')]),
    fc.tuple(addresses(''), addresses('www')).map((rows) => rows.flat()),
    addresses('').map((rows) => [...rows, alias('WWW', 'site.example.net')]),
    addresses('').map((rows): Row[] => [...rows, ['NS', 'www', 'ns.example.net']]),
  ),
  hosts: fc
    .integer({ min: 0, max: 20 })
    .chain((count) =>
      fc
        .tuple(...Array.from({ length: count }, (_, index) => addresses(`h${index}`)))
        .map((rows) => rows.flat()),
    ),
  mail: fc.oneof(
    fc.constant<readonly Row[]>([['MX', '', '']]),
    fc
      .constantFrom('mx.example.net', 'mx.example.net.')
      .map((host): Row[] => [['MX', '', host, { priority: 10 }]]),
    addresses('mail').map((rows): Row[] => [['MX', '', 'mail'], ['MX', 'sub', 'Mail.Example.com'], ...rows]),
    addresses('*.mx').map((rows): Row[] => [['MX', '', 'a.mx.example.com'], ...rows]),
  ),
  spf: fc
    .tuple(
      fc.subarray([
        'mx',
        'ip4:192.0.2.0/24',
        'ip6:2001:db8::/32',
        'include:_spf.example.net',
        'exists:%{i}.example.net',
      ]),
      fc.constantFrom('-all', '~all', '?all', 'redirect=_spf.example.net'),
    )
    .map(([terms, end]): Row[] => [
      text('', ['v=spf1', ...terms, end].join(' ')),
      text('', 'site-verification=1'),
    ]),
  ownSpf: fc.constant<readonly Row[]>([
    text('news', 'v=spf1 include:_own.example.com -all'),
    text('_own', 'v=spf1 ip4:192.0.2.1 ?all'),
  ]),
  dkim: fc.constantFrom<readonly Row[]>(
    [text('s1._domainkey', `v=DKIM1; k=ed25519; p=${KEY}`)],
    [text('s1._domainkey', 'v=DKIM1; p='), text('_domainkey', 'o=~')],
    [alias('s1._domainkey', 's1.dkim.example.net'), alias('s2._domainkey', 's2.dkim.example.net')],
  ),
  dmarc: fc
    .tuple(
      fc.constantFrom('none', 'quarantine', 'reject'),
      fc.constantFrom('', ' sp=none; pct=50;', ' adkim=s'),
    )
    .map(([policy, more]): Row[] => [
      text('_dmarc', `v=DMARC1; p=${policy}; rua=mailto:dmarc@example.com;${more}`),
      text('*._report._dmarc', 'v=DMARC1'),
    ]),
  delegations: fc
    .subarray<readonly Row[]>([
      [
        ['NS', 'dev', 'ns1.example.net'],
        ['NS', 'dev', 'ns2.example.net'],
      ],
      [
        ['NS', 'lab', 'ns.lab.example.com'],
        ['A', 'ns.lab', '192.0.2.1'],
        ['AAAA', 'ns.lab', '2001:db8::1'],
      ],
      [
        ['NS', 'team.corp', 'ns.example.net'],
        ['DS', 'team.corp', `1 13 2 ${'A'.repeat(64)}`],
        alias('to-team', 'a.team.corp.example.com'),
      ],
    ])
    .map((rows) => rows.flat()),
  services: fc.constantFrom<readonly Row[]>(
    [service('sip.example.net'), service('.', { service: 'imap' })],
    [service('sip'), ['A', 'sip', '192.0.2.1']],
    [service('a.voice.example.com'), ['AAAA', '*.voice', '2001:db8::1']],
  ),
  certificates: fc.constantFrom<readonly Row[]>(
    [
      ['CAA', '', 'ca.example', { tag: 'issue' }],
      ['CAA', '', ';', { tag: 'issuewild' }],
    ],
    [
      ['CAA', '', 'ca.example; account=1', { tag: 'issue' }],
      ['CAA', '', 'mailto:a@example.com', { tag: 'iodef' }],
    ],
    [['CAA', 'h', 'ca.example', { tag: 'issuewild' }]],
    [text('_acme-challenge', 'one'), text('_acme-challenge', 'two')],
  ),
  others: fc
    .subarray<readonly Row[]>([
      [alias('docs', 'pages.example.net'), alias('shop', 'store'), ['A', 'store', '192.0.2.1']],
      [alias('old', 'shown.by.wild.example.com'), ['A', '*.wild', '192.0.2.1']],
      [['PTR', '1.rev', 'host.example.net']],
    ])
    .map((rows) => rows.flat()),
};

/** Any of the parts together. */
export const VALID_ZONE: fc.Arbitrary<readonly Row[]> = fc
  .subarray(Object.keys(PARTS))
  .chain((names) => fc.tuple(...names.map((name) => PARTS[name]!)))
  .map((parts) => parts.flat());

function addresses(name: string): fc.Arbitrary<readonly Row[]> {
  const both: readonly Row[] = [
    ['A', name, '192.0.2.1', { ttl_sec: 300 }],
    ['A', name, '192.0.2.2', { ttl_sec: 300 }],
    ['AAAA', name, '2001:db8::1'],
  ];
  return fc.subarray([...both], { minLength: 1 });
}

function alias(name: string, target: string): Row {
  return ['CNAME', name, target];
}

function text(name: string, target: string): Row {
  return ['TXT', name, target];
}

function service(target: string, more: RecordDraft = {}): Row {
  return ['SRV', '', target, { priority: 1, weight: 1, port: 5060, service: 'sip', ...more }];
}
