import { buildRecord, type RecordDraft } from '../../src/domain/records/record.rules.js';
import type { RecordTypeName } from '../../src/domain/records/record-type.js';
import { renderZone, type Zone } from '../../src/domain/zones/zone-file.rules.js';

const ZONE: Zone = {
  id: 1,
  domain: 'example.com',
  soaEmail: 'admin@example.com',
  serial: 2026000001,
  ttlSec: 0,
  refreshSec: 0,
  retrySec: 0,
  expireSec: 0,
};
const NAMESERVERS = ['ns1.example.net', 'ns2.example.net'];

/** The lines of the records: behind those of the head and of NAMESERVERS. */
function lines(...records: [RecordTypeName, RecordDraft][]): string[] {
  const built = records.map(([type, draft], index) => ({
    id: index + 1,
    ...buildRecord(type, draft, { domain: ZONE.domain, remoteAddress: '192.0.2.99' }),
  }));
  return renderZone(ZONE, NAMESERVERS, built).slice(6);
}

describe('[D-108] a nameserver of the apex inside the zone', () => {
  const NS = (target: string): [RecordTypeName, RecordDraft] => ['NS', { target }];
  const A = (name: string): [RecordTypeName, RecordDraft] => ['A', { name, target: '192.0.2.1' }];
  const rendered = (...records: [RecordTypeName, RecordDraft][]) =>
    lines(...records).filter((line) => !/ IN (A|AAAA|CNAME|TXT) /.test(line));

  it.each<[string, [RecordTypeName, RecordDraft][], string]>([
    ['has none at all', [NS('ns')], 'ns.example.com.'],
    ['is the zone itself without one', [NS('@')], 'example.com.'],
    ['has a text only', [NS('NS.example.com.'), ['TXT', { name: 'ns', target: 'a' }]], 'ns.example.com.'],
    ['is an alias', [NS('ns'), ['CNAME', { name: 'ns', target: 'www.example.net' }]], 'ns.example.com.'],
    ['is below a wildcard, and exists', [NS('ns'), A('*'), A('x.ns')], 'ns.example.com.'],
    ['is below a wildcard that a name hides', [NS('a.x.example.com'), A('*'), A('b.x')], 'a.x.example.com.'],
  ])('without an address is left out, and named: it %s', (_case, records, host) => {
    expect(rendered(...records)).toEqual([`; record 1 left out: ${host} has no address`]);
  });

  it.each<[string, [RecordTypeName, RecordDraft][], string]>([
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
  const NS = (name: string, target: string): [RecordTypeName, RecordDraft] => ['NS', { name, target }];
  const A = (name: string): [RecordTypeName, RecordDraft] => ['A', { name, target: '192.0.2.1' }];
  const delegations = (...records: [RecordTypeName, RecordDraft][]) =>
    lines(...records).filter((line) => / IN NS |left out/.test(line));

  it.each<[string, [RecordTypeName, RecordDraft][], string[]]>([
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

  it.each<[string, [RecordTypeName, RecordDraft][], string[]]>([
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
