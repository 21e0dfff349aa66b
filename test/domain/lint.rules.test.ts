import { lint } from '../../src/domain/lint/lint.rules.js';
import { linted, zoneOf, type Row } from './linted.js';

const A = (name: string, more = {}): Row => ['A', name, '192.0.2.1', more];
const TXT = (name: string, target: string): Row => ['TXT', name, target];
const SRV = (target: string): Row => [
  'SRV',
  '',
  target,
  { priority: 1, weight: 1, port: 5060, service: 'sip' },
];

describe('[D-243] lint of hosts', () => {
  it.each<[string, Row[], string[]]>([
    ['a nameserver without an address', [['NS', '', 'ns1']], ['ns_without_address 1']],
    ['one at a delegation', [['NS', 'sub', 'ns1.example.com']], ['ns_without_address 1']],
    [
      'hosts below a name whose nameservers have no address, so that it is not delegated [D-292]',
      [['NS', 'sub', 'ns.sub.example.com'], ['MX', '', 'mail.sub.example.com'], A('www.sub')],
      ['ns_without_address 1', 'mx_without_address 2'],
    ],
    [
      'a nameserver that is an alias',
      [
        ['NS', '', 'ns1'],
        ['CNAME', 'ns1', 'host.example.net'],
      ],
      ['ns_is_cname 1'],
    ],
    ['a mail server without an address', [['MX', '', 'mail']], ['mx_without_address 1']],
    [
      'a mail server with a text only',
      [['MX', '', 'Mail.Example.COM'], TXT('mail', 'x')],
      ['mx_without_address 1'],
    ],
    ['the apex as mail server', [['MX', '', '@']], ['mx_without_address 1']],
    ['a name that hides the wildcard', [['MX', '', 'mail'], A('*'), A('x.mail')], ['mx_without_address 1']],
    [
      'a mail server that is an alias',
      [
        ['MX', '', 'mail'],
        ['CNAME', 'mail', 'host.example.net'],
      ],
      ['mx_is_cname 1'],
    ],
    [
      'a mail server that is an alias by a wildcard',
      [
        ['MX', '', 'mail'],
        ['CNAME', '*', 'host.example.net'],
      ],
      ['mx_is_cname 1'],
    ],
    ['an alias of nothing', [['CNAME', 'a', 'b.example.com']], ['cname_to_nothing 1']],
    ['an alias of an empty apex', [['CNAME', 'a', '@']], ['cname_to_nothing 1']],
    ['an alias of a name between others', [['CNAME', 'a', 'b'], A('c.b')], ['cname_to_nothing 1']],
    ['an alias of itself', [['CNAME', 'a', 'a']], ['cname_to_nothing 1']],
    [
      'a ring of aliases',
      [
        ['CNAME', 'a', 'b'],
        ['CNAME', 'b', 'a'],
      ],
      ['cname_to_nothing 1', 'cname_to_nothing 2'],
    ],
    ['a wildcard that leads to itself', [['CNAME', '*', 'b']], ['cname_to_nothing 1']],
    ['a service without an address', [SRV('sip')], ['srv_without_address 1']],
  ])('finds %s', async (_case, rows, found) => {
    expect(await linted(rows)).toEqual(found);
  });

  it.each<[string, Row[]]>([
    [
      'hosts outside of the zone',
      [['NS', '', 'ns.example.net'], ['MX', '', 'mail.example.net'], SRV('a.example.net')],
    ],
    ['a name that ends like the zone', [['MX', '', 'mail.myexample.com']]],
    ['hosts with an address', [['NS', '', 'ns'], ['MX', '', 'ns'], SRV('ns'), ['AAAA', 'NS', '2001:db8::1']]],
    [
      'hosts that a wildcard answers for',
      [['MX', '', 'mail'], SRV('a.b.example.com'), ['CNAME', 'c', 'd'], A('*')],
    ],
    [
      'hosts at or below a delegation',
      [
        ['NS', 'sub', 'ns.example.net'],
        ['MX', '', 'mail.sub.example.com'],
        ['MX', '', 'sub'],
        ['CNAME', 'c', 'www.sub.example.com'],
        SRV('a.sub.example.com'),
      ],
    ],
    ['a delegation with glue', [['NS', 'sub', 'ns.sub.example.com'], A('ns.sub')]],
    ['a null MX', [['MX', '', '']]],
    ['no such service', [SRV('.')]],
    ['an alias of a text', [['CNAME', 's1._domainkey', 'x'], TXT('x', 'v=DKIM1; p=')]],
    ['a service by an alias', [SRV('sip'), ['CNAME', 'sip', 'host.example.net']]],
    ['a chain of aliases', [['CNAME', 'a', 'b'], ['CNAME', 'b', 'c'], A('c')]],
  ])('finds nothing in %s', async (_case, rows) => {
    expect(await linted(rows)).toEqual([]);
  });
});

describe('[D-243] lint of sets and names', () => {
  it.each<[string, Row[], string[]]>([
    ['a set with two TTLs', [A('a', { ttl_sec: 300 }), A('A', { ttl_sec: 3600 })], ['ttl_differs 1,2']],
    ['one that differs from the domain’s TTL', [A('a'), A('a', { ttl_sec: 300 })], ['ttl_differs 1,2']],
    [
      'a CAA set for nobody',
      [
        ['CAA', '', ';', { tag: 'issue' }],
        ['CAA', '', 'mailto:a@example.com', { tag: 'iodef' }],
      ],
      ['caa_nobody 1'],
    ],
    [
      'one that forbids wildcards, too',
      [
        ['CAA', '', ';', { tag: 'issue' }],
        ['CAA', '', ';', { tag: 'issuewild' }],
      ],
      ['caa_nobody 1'],
    ],
    [
      'records below a delegation, and at it',
      [
        ['NS', 'sub', 'ns.example.net'],
        A('sub'),
        A('a.b.sub'),
        TXT('_acme-challenge.Sub', 'x'),
        ['NS', 'c.sub', 'ns.example.net'],
      ],
      [
        'hidden_by_delegation 2',
        'hidden_by_delegation 3',
        'hidden_by_delegation 4',
        'hidden_by_delegation 5',
      ],
    ],
    ['an apex without www', [A(''), ['AAAA', '', '2001:db8::1']], ['www_missing 1,2']],
    ['a www with a text only', [A(''), TXT('www', 'x')], ['www_missing 1']],
    ['a www without the apex', [['CNAME', 'www', 'host.example.net']], ['www_missing 1']],
    ['a text that is too long', [TXT('a', 'x'.repeat(64_901))], ['text_not_served 1']],
    [
      'a CAA text that is too long',
      [['CAA', '', `ca.example; a=${'x'.repeat(64_901)}`, { tag: 'issue' }]],
      ['text_not_served 1'],
    ],
  ])('finds %s', async (_case, rows, found) => {
    expect(await linted(rows)).toEqual(found);
  });

  it.each<[string, Row[]]>([
    ['a TTL that equals the default', [A('a'), A('a', { ttl_sec: 86_400 })]],
    ['other TTLs of another type or name', [A('a', { ttl_sec: 300 }), A('b'), TXT('a', 'x')]],
    [
      'a CAA set for one CA',
      [
        ['CAA', '', 'ca.example', { tag: 'issue' }],
        ['CAA', '', ';', { tag: 'issuewild' }],
      ],
    ],
    [
      'one for wildcards alone',
      [
        ['CAA', '', ';', { tag: 'issue' }],
        ['CAA', '', 'ca.example', { tag: 'issuewild' }],
      ],
    ],
    ['one that forbids wildcards alone', [['CAA', '', ';', { tag: 'issuewild' }]]],
    ['reports alone', [['CAA', '', 'mailto:a@example.com', { tag: 'iodef' }]]],
    [
      'glue, also of a sibling, and what signs a delegation',
      [
        ['NS', 'sub', 'ns.sub.example.com'],
        ['NS', 'other', 'NS.sub.example.com'],
        ['DS', 'sub', `1 13 2 ${'A'.repeat(64)}`],
        A('ns.sub'),
        ['AAAA', 'ns.sub', '2001:db8::1'],
      ],
    ],
    ['a name beside a delegation', [['NS', 'sub', 'ns.example.net'], A('xsub'), A('sub.x')]],
    ['both names', [A(''), A('WWW')]],
    ['a www by alias', [A(''), ['CNAME', 'www', '@']]],
    ['a www by a wildcard', [A(''), A('*')]],
    ['a www that is delegated', [A(''), ['NS', 'www', 'ns.example.net']]],
    ['a wildcard without the apex', [A('*')]],
    ['a text that is just served', [TXT('a', 'x'.repeat(64_900))]],
  ])('finds nothing in %s', async (_case, rows) => {
    expect(await linted(rows)).toEqual([]);
  });
});

it('[D-243] lint takes 0 for the TTL of the domain', async () => {
  expect(await linted([A('a'), A('a', { ttl_sec: 3600 })], 3600)).toEqual([]);
});

describe('[D-243] the findings', () => {
  it('say what is wrong in one sentence', async () => {
    const found = await lint(
      zoneOf([
        ['NS', '', 'ns1'],
        ['MX', 'a', 'mail'],
        ['CNAME', 'b', 'c'],
        ['NS', 'sub', 'ns.example.net'],
        A('d.sub'),
      ]),
    );
    expect(found.map(({ message }) => message)).toEqual([
      'NS record of example.com names ns1.example.com, which has no address in this zone.',
      'MX record of a.example.com names mail.example.com, which has no address in this zone.',
      'CNAME record of b.example.com names c.example.com, which has no records in this zone.',
      'The A records of d.sub.example.com are hidden: sub.example.com is delegated to other nameservers.',
    ]);
  });

  it('take time in proportion to the records, and let others run', async () => {
    const rows = Array.from({ length: 12_000 }, (_, index): Row => ['CNAME', `h${index}`, `h${index + 1}`]);
    let turns = 0;
    let isDone = false;
    const others = () => {
      turns += 1;
      if (!isDone) setImmediate(others);
    };
    setImmediate(others);
    expect(await linted(rows)).toEqual(['cname_to_nothing 12000']);
    isDone = true;
    expect(turns).toBeGreaterThan(20);
  });

  it('read each of the many texts of a name that all records include only a few times', async () => {
    const TEXTS = 1000;
    const includes = ' include:many.example.com'.repeat(10);
    const rows = Array.from({ length: TEXTS }, (_, index): Row[] => [
      ['TXT', `s${index}`, `v=spf1${includes} -all`],
      ['TXT', 'many', `text ${index}`],
    ]);
    const zone = zoneOf(rows.flat());
    let reads = 0;
    for (const record of zone.records.filter(({ name }) => name === 'many')) {
      const { target } = record;
      Object.defineProperty(record, 'target', { get: () => (reads++, target) });
    }
    expect(await lint(zone)).toEqual([]);
    expect(reads).toBeGreaterThan(0);
    expect(reads).toBeLessThan(20 * TEXTS);
  });
});
