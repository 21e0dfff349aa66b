import type { Drafted } from './built-record.js';
import { lines } from './rendered-zone.js';

describe('[D-108] a nameserver of the apex inside the zone', () => {
  const NS = (target: string): Drafted => ['NS', { target }];
  const A = (name: string): Drafted => ['A', { name, target: '192.0.2.1' }];
  const rendered = (...records: Drafted[]) =>
    lines(...records).filter((line) => !/ IN (A|AAAA|CNAME|TXT) /.test(line));

  it.each<[string, Drafted[], string]>([
    ['has none at all', [NS('ns')], 'ns.example.com.'],
    ['is the zone itself without one', [NS('@')], 'example.com.'],
    ['has a text only', [NS('NS.example.com.'), ['TXT', { name: 'ns', target: 'a' }]], 'ns.example.com.'],
    ['is an alias', [NS('ns'), ['CNAME', { name: 'ns', target: 'www.example.net' }]], 'ns.example.com.'],
    ['is below a wildcard, and exists', [NS('ns'), A('*'), A('x.ns')], 'ns.example.com.'],
    ['is below a wildcard that a name hides', [NS('a.x.example.com'), A('*'), A('b.x')], 'a.x.example.com.'],
  ])('without an address is left out, and named: it %s', (_case, records, host) => {
    expect(rendered(...records)).toEqual([`; record 1 left out: ${host} has no address`]);
  });

  it.each<[string, Drafted[], string]>([
    ['an A record', [NS('ns'), A('NS')], 'ns.example.com.'],
    ['an AAAA record', [NS('ns'), ['AAAA', { name: 'ns', target: '2001:db8::1' }]], 'ns.example.com.'],
    ['a wildcard’s', [NS('a.b.example.com'), A('*')], 'a.b.example.com.'],
    ['a wildcard’s below a name', [NS('ns.x.example.com'), A('*.x')], 'ns.x.example.com.'],
    ['the zone’s own', [NS('@'), A('')], 'example.com.'],
    ['one elsewhere: it is outside the zone', [NS('ns.myexample.com')], 'ns.myexample.com.'],
  ])('with an address is rendered: %s', (_case, records, host) => {
    expect(rendered(...records)).toEqual([`@ IN NS ${host}`]);
  });
});

describe('[D-292] a nameserver of a delegation inside the zone', () => {
  const NS = (name: string, target: string): Drafted => ['NS', { name, target }];
  const A = (name: string): Drafted => ['A', { name, target: '192.0.2.1' }];
  const delegations = (...records: Drafted[]) =>
    lines(...records).filter((line) => / IN NS |left out/.test(line));

  it.each<[string, Drafted[], string[]]>([
    ['in what it delegates', [NS('sub', 'ns.sub.example.com')], ['ns.sub']],
    ['with the name of what it delegates', [NS('sub', 'sub.example.com')], ['sub']],
    ['beside it', [NS('sub', 'ns')], ['ns']],
    ['beside it, with a text', [NS('sub', 'ns'), ['TXT', { name: 'ns', target: 'a' }]], ['ns']],
    [
      'below another that has none',
      [NS('a', 'ns.a.example.com'), NS('b', 'x.a.example.com')],
      ['ns.a', 'x.a'],
    ],
    [
      'of two that lean on each other',
      [NS('a', 'ns.b.example.com'), NS('b', 'ns.a.example.com')],
      ['ns.b', 'ns.a'],
    ],
  ])('is left out without an address, and named: %s', (_case, records, hosts) => {
    const expected = hosts.map(
      (host, i) => `; record ${i + 1} left out: ${host}.example.com. has no address`,
    );
    expect(delegations(...records)).toEqual(expected);
  });

  it.each<[string, Drafted[], string[]]>([
    ['with an address', [NS('sub', 'NS.sub.example.com'), A('ns.SUB')], ['sub IN NS NS.sub.example.com.']],
    ['with a wildcard’s', [NS('sub', 'ns'), A('*')], ['sub IN NS ns.example.com.']],
    ['outside of the zone', [NS('sub', 'ns.sub.example.org')], ['sub IN NS ns.sub.example.org.']],
    [
      'below another, which stands by itself',
      [NS('a', 'ns.example.org'), NS('b', 'ns.a.example.com'), NS('', 'ns.x.a.example.com')],
      ['a IN NS ns.example.org.', 'b IN NS ns.a.example.com.', '@ IN NS ns.x.a.example.com.'],
    ],
  ])('is rendered %s', (_case, records, expected) => {
    expect(delegations(...records)).toEqual(expected);
  });
});
