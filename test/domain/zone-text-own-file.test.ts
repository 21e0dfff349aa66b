import fc from 'fast-check';
import { iterations } from '../support/iterations.js';
import { changedBy, RANDOM_RECORD, storedOf, zoneLines } from '../support/random-zones.js';

const ZONES = iterations('ZONE_TEXTS', 10_000);

it('[D-242] the zone file of 10,000 random zones is no difference, in any mode', async () => {
  let compared = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(RANDOM_RECORD, { maxLength: 12 }),
      fc.constantFrom(0, 30, 120, 300, 86400),
      fc.constantFrom('replace' as const, 'merge' as const),
      async (drafts, ttlSec, mode) => {
        const stored = storedOf(drafts);
        const zone = { ttlSec, stored, mode };
        const { read, draft, unstorable } = await changedBy(zoneLines(stored, ttlSec), zone);
        expect([read.unstorable, read.unreadable, read.hasTooMany]).toEqual([[], [], false]);
        expect([unstorable, draft.written, draft.deleted, draft.endDelegations()]).toEqual([[], [], [], []]);
        compared += stored.length;
      },
    ),
    { numRuns: ZONES },
  );
  expect(compared).toBeGreaterThan(3 * ZONES);
});
