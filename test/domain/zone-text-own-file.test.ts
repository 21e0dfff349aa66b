import fc from 'fast-check';
import { ZoneDraft } from '../../src/domain/changes/zone-draft.rules.js';
import type { RecordTypeName } from '../../src/domain/records/record-type.js';
import { buildRecord } from '../../src/domain/records/record.rules.js';
import type { StoredRecord } from '../../src/domain/records/record.resource.js';
import { changesOf } from '../../src/domain/zone-text/text-changes.rules.js';
import { readZoneText } from '../../src/domain/zone-text/zone-text.rules.js';
import { isStorable } from '../../src/shared/validation/characters.js';
import { renderZone } from '../../src/domain/zones/zone-file.rules.js';

const DOMAIN = 'example.com';
const ZONE = {
  id: 1,
  domain: DOMAIN,
  soaEmail: 'a.b@example.com',
  serial: 1,
  refreshSec: 0,
  retrySec: 0,
  expireSec: 0,
};
const NAMESERVERS = ['ns1.example.net', 'ns2.example.net'];
const TTLS = [0, 300, 3600, 86400];

// Few names and targets, so that sets, repeats, delegations and differing TTLs are frequent.
const label = fc.constantFrom('a', 'A', 'b', 'ns', '_x', '1', 'x-y');
const name = fc.oneof(
  { weight: 2, arbitrary: fc.constant('') },
  fc.array(label, { minLength: 1, maxLength: 3 }).map((labels) => labels.join('.')),
  label.map((one) => `*.${one}`),
  label.map((one) => `${one}.${DOMAIN}.${DOMAIN}`),
);
const host = fc.constantFrom(
  '@',
  'a',
  'ns',
  'NS',
  'a.',
  `ns.a.${DOMAIN}`,
  'Mail.example.net',
  'mail.example.net.',
  'x_y.test',
);
const text = fc.oneof(
  fc.constantFrom('', ' ', '"', '\\', ';', '()', 'v=spf1 -all', '\t\n\r', '\\052', '$TTL 1', '@'),
  fc.string({ unit: 'binary', maxLength: 20 }).filter((value) => isStorable(value)),
  fc.nat(600).map((length) => 'ü'.repeat(length)),
);
const number = fc.constantFrom(0, 1, 10, 255);
const digest = fc.constantFrom('1 13 2 ' + 'aB'.repeat(32), '2 13 1 ' + '0f'.repeat(20));
const TARGETS: Readonly<Record<RecordTypeName, fc.Arbitrary<string>>> = {
  A: fc.constantFrom('192.0.2.1', '192.0.2.2'),
  AAAA: fc.constantFrom('2001:DB8::1', '2001:db8:0::1', '::ffff:192.0.2.1'),
  NS: host,
  MX: host,
  CNAME: host,
  TXT: text,
  SRV: fc.oneof(host, fc.constant('.')),
  PTR: host,
  CAA: fc.constantFrom('', ';', 'ca.example.net', 'ca.example.net; account="1"; x=\\;'),
  DS: digest,
};

const record = fc.constantFrom(...(Object.keys(TARGETS) as RecordTypeName[])).chain((type) =>
  fc.record({
    type: fc.constant(type),
    name,
    target: TARGETS[type],
    ttl_sec: fc.constantFrom(...TTLS),
    priority: number,
    weight: number,
    port: number,
    service: fc.constantFrom('sip', 'SIP', 'x_y'),
    protocol: fc.constantFrom('tcp', 'udp'),
    tag: fc.constantFrom('issue', 'issuewild'),
  }),
);

/** The records that the rules let into a zone, as they are stored. */
function storedOf(drafts: readonly { readonly type: string }[]): StoredRecord[] {
  const stored: StoredRecord[] = [];
  for (const { type, ...draft } of drafts) {
    try {
      const values = buildRecord(type, draft, { domain: DOMAIN, remoteAddress: '' });
      const time = new Date(0).toISOString();
      const all = [...stored, { ...values, id: stored.length + 1, created: time, updated: time }];
      if (isZone(all)) stored.push(all.at(-1)!);
    } catch {
      // Not a record that could be stored.
    }
  }
  return stored;
}

function isZone(records: readonly StoredRecord[]): boolean {
  const draft = new ZoneDraft([], DOMAIN);
  for (const values of records) draft.create(values, { record: '', name: '' });
  return draft.endDelegations().length === 0 && draft.conflicts().length === 0;
}

it('[D-242] the zone file of 10,000 random zones is no difference, in any mode', async () => {
  let compared = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(record, { maxLength: 12 }),
      fc.constantFrom(0, 30, 120, 300, 86400),
      fc.constantFrom('replace' as const, 'merge' as const),
      async (drafts, ttlSec, mode) => {
        const stored = storedOf(drafts);
        const lines = renderZone({ ...ZONE, ttlSec }, NAMESERVERS, stored);
        const read = await readZoneText(Buffer.from(lines.join('\n')).toString('latin1'), DOMAIN);
        expect([read.unfit, read.broken, read.tooMany]).toEqual([[], [], false]);
        const { entries, unfit } = await changesOf(read.records, { domain: DOMAIN, ttlSec, stored, mode });
        const draft = new ZoneDraft(stored, DOMAIN);
        for (const entry of entries)
          if (entry.kind === 'replace') draft.replace(entry.type, entry.name, entry.wanted);
        expect([unfit, draft.written, draft.deleted, draft.endDelegations()]).toEqual([[], [], [], []]);
        compared += stored.length;
      },
    ),
    { numRuns: 10_000 },
  );
  expect(compared).toBeGreaterThan(30_000);
});
