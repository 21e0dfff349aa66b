import { linted, type Row } from './linted.js';

const TXT = (name: string, target: string): Row => ['TXT', name, target];
const KEY = 'MIGfMA0GCSqGSIb3DQEBAQUAA4GNADCBiQKBgQ==';

describe('[D-243] lint of SPF', () => {
  it.each([
    'v=spf1 -all',
    'V=SPF1 mx ~all',
    'v=spf1',
    'v=spf1  a  mx ?all  ',
    'v=spf1 +a:host.example.net/24//64 mx/30 a//64 ptr ptr:example.net -all',
    'v=spf1 ip4:192.0.2.0/24 ip4:192.0.2.1 ip6:2001:db8::/32 ip6:2001:db8::1 -all',
    'v=spf1 include:_spf.example.net exists:%{i}._spf.%{d2} redirect=%{d}.example.net',
    'v=spf1 exists:%{ir}.%{l1r+-}._spf.%{d} -all exp=explain._spf.%{d}',
    'v=spf1 mx unknown-modifier=whatever/%{s} unknown= -all',
    'v=spf1 include:example.net. include:xn--bcher-kva.example -all',
  ])('accepts %j', async (text) => {
    expect(await linted([TXT('', text)])).toEqual([]);
  });

  it.each([
    '"v=spf1 -all"',
    ' v=spf1 -all',
    'v=spf1-all',
    'v=spf1; mx; -all',
    'v=spf1 mx, -all',
    'v=spf1 ipv4:192.0.2.1 -all',
    'v=spf1 ip4=192.0.2.1 -all',
    'v=spf1 ip4:192.0.2.300 -all',
    'v=spf1 ip4:192.0.2.0/33 -all',
    'v=spf1 ip4:192.0.2.0/024 -all',
    'v=spf1 ip4:2001:db8::1 -all',
    'v=spf1 ip4 -all',
    'v=spf1 ip6:2001:db8::/129 -all',
    'v=spf1 ip6:fe80::1%eth0 -all',
    'v=spf1 include -all',
    'v=spf1 include: -all',
    'v=spf1 include:localhost -all',
    'v=spf1 include:192.0.2.1 -all',
    'v=spf1 include:%{x}.example.net -all',
    'v=spf1 include:example.net%20 -all',
    'v=spf1 a:host.example.net/33 -all',
    'v=spf1 all:example.net',
    'v=spf1 --all',
    'v=spf1\u00a0-all',
    'v=spf1 redirect=a.example.net redirect=b.example.net',
    'v=spf1 constructor -all',
  ])('finds the fault of %j', async (text) => {
    expect(await linted([TXT('', text)])).toEqual(['spf_syntax 1']);
  });

  it.each(['v=spf10 mx', 'v=spf1x', 'v=spf1.0 mx', 'spf2.0/pra -all', 'about v=spf1'])(
    'takes %j for another text',
    async (text) => {
      expect(await linted([TXT('', text)])).toEqual([]);
    },
  );

  const including = (count: number) =>
    Array.from({ length: count }, (_, index) => `include:s${index}.example.net`).join(' ');

  it.each<[string, Row[], string[]]>([
    ['10 lookups', [TXT('', `v=spf1 ${including(10)} ip4:192.0.2.1 -all`)], []],
    ['11 lookups', [TXT('', `v=spf1 ${including(11)} -all`)], ['spf_lookups 1']],
    [
      'each kind of them',
      [TXT('', `v=spf1 a mx ptr exists:a.example.net ${including(6)} redirect=b.example.net`)],
      ['spf_lookups 1'],
    ],
    ['a redirect beside all', [TXT('', `v=spf1 ${including(10)} -all redirect=b.example.net`)], []],
    ['terms behind all', [TXT('', `v=spf1 -all ${including(11)}`)], []],
    [
      'what a record of the zone includes',
      [
        TXT('', `v=spf1 include:_spf.example.com ${including(5)} -all`),
        TXT('_spf', `v=spf1 ${including(5)} -all`),
      ],
      ['spf_lookups 1'],
    ],
    [
      'ten with what a record of the zone includes',
      [
        TXT('', `v=spf1 include:_SPF.example.com. ${including(4)} -all`),
        TXT('_spf', `v=spf1 ${including(5)} -all`),
      ],
      [],
    ],
    ['a record that includes itself', [TXT('', 'v=spf1 include:example.com -all')], ['spf_lookups 1']],
    [
      'a record below a delegation',
      [TXT('', `v=spf1 include:a.sub.example.com ${including(9)} -all`), ['NS', 'sub', 'ns.example.net']],
      [],
    ],
  ])('counts %s', async (_case, rows, found) => {
    expect(await linted(rows)).toEqual(found);
  });

  it('finds several records of a name', async () => {
    const spf = 'v=spf1 -all';
    expect(
      await linted([TXT('a', spf), TXT('a', 'other'), TXT('A', 'v=spf1 mx -all'), TXT('b', spf)]),
    ).toEqual(['spf_several 1,3']);
  });
});

describe('[D-243] lint of DKIM', () => {
  it.each([
    `v=DKIM1; k=rsa; p=${KEY}`,
    `v = DKIM1 ; p = ${KEY.slice(0, 20)} ${KEY.slice(20)} ;`,
    `k=ed25519; p=${KEY}`,
    `p=${KEY}; t=y:s; n=a note`,
    'v=DKIM1; p=',
  ])('accepts %j', async (text) => {
    expect(await linted([TXT('s1._domainkey', text)])).toEqual([]);
  });

  it.each([
    'v=DKIM1; k=rsa',
    `v=DKIM2; p=${KEY}`,
    `v=dkim1; p=${KEY}`,
    `k=rsa; v=DKIM1; p=${KEY}`,
    `"v=DKIM1; p=${KEY}"`,
    `v=DKIM1\\; p=${KEY}`,
    `v=DKIM1; k=rsa p=${KEY}`,
    `v=DKIM1;; p=${KEY}`,
    `v=DKIM1; p=${KEY}; p=${KEY}`,
    `v=DKIM1; p=${KEY.slice(0, -1)}`,
    'v=DKIM1; p=a*bc',
    '',
  ])('finds the fault of %j', async (text) => {
    expect(await linted([TXT('S1._DomainKey', text)])).toEqual(['dkim_syntax 1']);
    expect(await linted([TXT('a.b._domainkey.mail', text)])).toEqual(['dkim_syntax 1']);
  });

  it('judges keys alone, not policies or other names', async () => {
    const names = ['_domainkey', '_adsp._domainkey', '_policy._domainkey', 'domainkey', 's1._domainkeys'];
    expect(await linted(names.map((name) => TXT(name, 'dkim=all')))).toEqual([]);
  });
});

describe('[D-243] lint of DMARC', () => {
  it.each([
    'v=DMARC1; p=none',
    'v=DMARC1;p=reject;sp=quarantine;adkim=s;aspf=r;pct=100;fo=1:d:s;ri=86400;rf=afrf',
    'v=DMARC1; p=quarantine; rua=mailto:a@example.net,mailto:b@example.net!10m; ruf=https://example.net/r;',
    'v=DMARC1; rua=mailto:a@example.net; p=none',
    'v=DMARC1; p=none; unknown=x',
    'another text',
  ])('accepts %j', async (text) => {
    expect(await linted([TXT('_dmarc', text)])).toEqual([]);
  });

  it.each([
    'v=DMARC1',
    'v=DMARC1; p=nothing',
    'v=dmarc1; p=none',
    'v=DMARC2; p=none',
    '"v=DMARC1; p=none"',
    'v=DMARC1 p=none',
    'v=DMARC1, p=none',
    'v=DMARC1; p=none; sp=all',
    'v=DMARC1; p=none; adkim=strict',
    'v=DMARC1; p=none; pct=101',
    'v=DMARC1; p=none; fo=2',
    'v=DMARC1; p=none; ri=day',
    'v=DMARC1; p=none; rua=a@example.net',
    'v=DMARC1; p=none; rua=mailto:example.net',
    'v=DMARC1; p=none; p=reject',
  ])('finds the fault of %j', async (text) => {
    expect(await linted([TXT('_dmarc.mail', text)])).toEqual(['dmarc_syntax 1']);
  });

  it('judges policies alone, not what lets others report', async () => {
    expect(await linted([TXT('example.net._report._dmarc', 'v=DMARC1'), TXT('x', 'v=DMARC1')])).toEqual([]);
  });
});
