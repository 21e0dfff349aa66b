import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { Invalid } from '../../src/shared/errors/errors.js';
import { RECORD_TYPES, type RecordValues } from '../../src/domain/records/record-type.js';
import { buildRecord, type RecordDraft } from '../../src/domain/records/record.rules.js';
import { renderZone, type Zone } from '../../src/domain/zones/zone-file.rules.js';
import { canonicalZone } from './canonical-zone.js';
import { startKnot } from './programs.js';

const run = promisify(execFile);
const NAMESERVERS = ['ns1.example.net', 'ns2.example.net'];
const DOMAIN = 'example.com';

const label = fc.oneof(
  fc.stringMatching(/^[A-Za-z0-9_]([A-Za-z0-9_-]{0,12}[A-Za-z0-9_])?$/),
  fc.constantFrom('www', '_sip', 'a', 'bücher', 'x'.repeat(63)),
);
const name = fc.oneof(
  fc.constantFrom('', '@', DOMAIN, '*', '0/25'),
  fc.array(label, { minLength: 1, maxLength: 4 }).map((labels) => labels.join('.')),
  label.map((text) => `*.${text}`),
);
const host = fc.oneof(
  fc.constantFrom('@', '.', '', 'a.', `www.${DOMAIN}`),
  fc.array(label, { minLength: 1, maxLength: 5 }).map((labels) => labels.join('.')),
);
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 600 }),
  fc.string({ maxLength: 100 }),
  fc.constantFrom('"', '\\', ';(){}$@', '\\"', '\\065'),
);
const target = fc.oneof(
  host,
  text,
  fc.ipV4(),
  fc.ipV6(),
  fc.constantFrom('ca.example.org; a=b', ';', 'mailto:a@example.com', 'https://example.com/?a=b;c"d'),
);
const draft: fc.Arbitrary<RecordDraft> = fc.record({
  name,
  target,
  ttl_sec: fc.constantFrom(0, 300, 3600, 86400, 2419200),
  priority: fc.integer({ min: 0, max: 255 }),
  weight: fc.integer({ min: 0, max: 65535 }),
  port: fc.integer({ min: 0, max: 65535 }),
  service: label,
  protocol: fc.constantFrom('tcp', 'udp'),
  tag: fc.constantFrom('issue', 'issuewild', 'iodef'),
});
/** Names and hosts that meet: nameservers with and without an address, below each other's delegations. */
const near = fc.constantFrom('a', 'b', 'ns.a', 'ns.b', 'x.ns.a', '*', '*.a', 'a.b');
const nameserver: fc.Arbitrary<RecordDraft> = fc.record({
  name: near,
  target: near.map((host) => `${host}.${DOMAIN}`),
});
const address: fc.Arbitrary<RecordDraft> = fc.record({ name: near, target: fc.ipV4() });
const signer: fc.Arbitrary<RecordDraft> = fc.record({
  name: near,
  target: fc.constantFrom(`1 13 2 ${'ab'.repeat(32)}`, `2 8 4 ${'CD'.repeat(48)}`),
});
const drafts = fc
  .tuple(
    fc.array(fc.tuple(fc.constantFrom(...RECORD_TYPES), draft), { minLength: 30, maxLength: 100 }),
    fc.array(fc.tuple(fc.constant('NS'), nameserver), { maxLength: 4 }),
    fc.array(fc.tuple(fc.constant('A'), address), { maxLength: 4 }),
    fc.array(fc.tuple(fc.constant('DS'), signer), { maxLength: 4 }),
  )
  .map((parts) => parts.flat());
const zone: fc.Arbitrary<Zone> = fc.record({
  id: fc.constant(1),
  domain: fc.constant(DOMAIN),
  soaEmail: fc.constantFrom(
    'admin@example.com',
    "first.last+o'neil!#$%&*/=?^_`{|}~-@a-b.example",
    `${'+'.repeat(63)}@a-b.example`,
    `${'a'.repeat(64)}@a-b.example`,
  ),
  serial: fc.constant(2026000001),
  ttlSec: fc.constantFrom(0, 30, 300, 172800),
  refreshSec: fc.constantFrom(0, 30),
  retrySec: fc.constantFrom(0, 120),
  expireSec: fc.constantFrom(0, 2419200),
});

/** The records that the API would have accepted, one after the other. */
function accepted(given: readonly (readonly [string, RecordDraft])[]): RecordValues[] {
  const records: RecordValues[] = [];
  for (const [type, fields] of given) {
    try {
      const record = buildRecord(type, fields, { domain: DOMAIN, remoteAddress: '192.0.2.1' });
      const same = ({ name: other }: RecordValues) => other.toLowerCase() === record.name.toLowerCase();
      const standsAlone = (other: RecordValues) => !same(other) || !areInEachOthersWay(record, other);
      if (records.every(standsAlone)) records.push(record);
    } catch (error) {
      if (!(error instanceof Invalid)) throw error;
    }
  }
  return records;
}

/** Whether two records may not share a name (D-102, RFC 7505). */
function areInEachOthersWay(one: RecordValues, other: RecordValues): boolean {
  const types = [one.type, other.type];
  if (types.includes('CNAME')) return true;
  return types.every((type) => type === 'MX') && [one.rdata, other.rdata].includes('.');
}

function rendered(of: Zone, given: readonly (readonly [string, RecordDraft])[]): string[] {
  return renderZone(
    of,
    NAMESERVERS,
    accepted(given).map((record, index) => ({ ...record, id: index + 1 })),
  );
}

describe('[D-107] [D-109] [D-292] zone files of random records', () => {
  it('are accepted by kzonecheck, nsd-checkzone and named-compilezone, and mean the same to the last two', async () => {
    await fc.assert(
      fc.asyncProperty(zone, drafts, async (of, given) => {
        const lines = rendered(of, given);
        const folder = await mkdtemp(join(tmpdir(), 'zone-'));
        const file = join(folder, 'zone');
        await writeFile(file, `${lines.join('\n')}\n`);
        await run('kzonecheck', ['-o', DOMAIN, file]);
        const { stdout } = await run('nsd-checkzone', ['-p', DOMAIN, file], { maxBuffer: 64 * 1024 * 1024 });
        await rm(folder, { recursive: true });
        const printed = stdout.split('\n').filter((line) => !line.startsWith('zone '));
        expect(await canonicalZone(DOMAIN, printed)).toEqual(await canonicalZone(DOMAIN, lines));
      }),
      { numRuns: 50, endOnFailure: true },
    );
  });

  it('mean the same to Knot, the longest text too', async () => {
    const [of] = fc.sample(zone, 1);
    const longest = ['TXT', { name: 'longest', target: 'a'.repeat(64_900) }] as const;
    const lines = rendered(of!, [...fc.sample(drafts, 10).flat(), longest]);
    const knot = await startKnot('127.0.0.81', { [DOMAIN]: lines.join('\n') });
    const transferred = await knot.transfer(DOMAIN);
    await knot.stop();
    expect(await canonicalZone(DOMAIN, transferred)).toEqual(await canonicalZone(DOMAIN, lines));
  });
});
