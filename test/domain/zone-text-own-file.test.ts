import fc from 'fast-check';
import { ZoneDraft } from '../../src/domain/changes/zone-draft.rules.js';
import { changesOf } from '../../src/domain/zone-text/text-changes.rules.js';
import { readZoneText } from '../../src/domain/zone-text/zone-text.rules.js';
import { renderZone } from '../../src/domain/zones/zone-file.rules.js';
import { RANDOM_RECORD, storedOf } from '../support/random-zones.js';

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
it('[D-242] the zone file of 10,000 random zones is no difference, in any mode', async () => {
  let compared = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(RANDOM_RECORD, { maxLength: 12 }),
      fc.constantFrom(0, 30, 120, 300, 86400),
      fc.constantFrom('replace' as const, 'merge' as const),
      async (drafts, ttlSec, mode) => {
        const stored = storedOf(drafts);
        const lines = renderZone({ ...ZONE, ttlSec }, NAMESERVERS, stored);
        const read = await readZoneText(Buffer.from(lines.join('\n')).toString('latin1'), DOMAIN);
        expect([read.unstorable, read.unreadable, read.hasTooMany]).toEqual([[], [], false]);
        const { entries, unstorable } = await changesOf(read, { domain: DOMAIN, ttlSec, stored, mode });
        const draft = new ZoneDraft(stored, DOMAIN);
        for (const entry of entries)
          if (entry.kind === 'replace') draft.replace(entry.type, entry.name, entry.wanted);
        expect([unstorable, draft.written, draft.deleted, draft.endDelegations()]).toEqual([[], [], [], []]);
        compared += stored.length;
      },
    ),
    { numRuns: 10_000 },
  );
  expect(compared).toBeGreaterThan(30_000);
});
