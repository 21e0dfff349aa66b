import fc from 'fast-check';
import { ZoneDraft } from '../../src/domain/changes/zone-draft.rules.js';
import { changesOf } from '../../src/domain/zone-text/text-changes.rules.js';
import { readZoneText } from '../../src/domain/zone-text/zone-text.rules.js';
import { renderZone } from '../../src/domain/zones/zone-file.rules.js';
import type { RecordTypeName } from '../../src/domain/records/record-type.js';
import { buildRecord } from '../../src/domain/records/record.rules.js';
import type { StoredRecord } from '../../src/domain/records/record.resource.js';
import { valuesOf } from '../../src/domain/records/same-record.rules.js';
import { isStorable } from '../../src/shared/validation/characters.js';

const DOMAIN = 'example.com';
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

/** Drafts of records of all types, not all of which may stand in one zone. */
export const RANDOM_RECORD = fc.constantFrom(...(Object.keys(TARGETS) as RecordTypeName[])).chain((type) =>
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
export function storedOf(drafts: readonly { readonly type: string }[]): StoredRecord[] {
  const stored: StoredRecord[] = [];
  for (const { type, ...draft } of drafts) {
    try {
      const { name: serviceBelow = '' } = draft as { readonly name?: string };
      const isBelow = /^[\w.-]+$/.test(serviceBelow) && !serviceBelow.endsWith(DOMAIN);
      const context = { domain: DOMAIN, remoteAddress: '', ...(isBelow && { serviceBelow }) };
      const values = buildRecord(type, draft, context);
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
  for (const record of records) draft.create(valuesOf(record), { record: '', name: '' });
  return draft.endDelegations().length === 0 && draft.conflicts().length === 0;
}

const ZONE = {
  id: 1,
  domain: DOMAIN,
  soaEmail: 'a.b@example.com',
  serial: 1,
  refreshSec: 0,
  retrySec: 0,
  expireSec: 0,
};

/** The lines of a random zone's file. */
export function zoneLines(records: readonly StoredRecord[], ttlSec: number): string[] {
  return renderZone({ ...ZONE, ttlSec }, ['ns1.example.net', 'ns2.example.net'], records);
}

/** What these lines change in a random zone as a text. */
export async function changedBy(
  lines: readonly string[],
  zone: { readonly ttlSec: number; readonly stored: StoredRecord[]; readonly mode: 'replace' | 'merge' },
) {
  const read = await readZoneText(Buffer.from(lines.join('\n')).toString('latin1'), DOMAIN);
  const { entries, unstorable, excluded } = await changesOf(read, { domain: DOMAIN, ...zone });
  const draft = new ZoneDraft(zone.stored, DOMAIN);
  for (const entry of entries)
    if (entry.kind === 'replace') draft.replace(entry.type, entry.name, entry.wanted);
  return { read, draft, unstorable, excluded };
}
