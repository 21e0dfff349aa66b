import fc from 'fast-check';
import type { StoredRecord } from '../../src/domain/records/record.resource.js';
import { iterations } from '../support/iterations.js';
import { changedBy, RANDOM_RECORD, storedOf, zoneLines } from '../support/random-zones.js';

const ZONES = iterations('ZONE_TEXTS', 3000);

/** The lines of the records as they are served, without regard to case and order. */
function served(records: readonly StoredRecord[], ttlSec: number): string[] {
  return zoneLines(records, ttlSec)
    .slice(5)
    .filter((line) => !line.startsWith(';'))
    .map((line) => line.toLowerCase())
    .sort();
}

type Draft = Parameters<typeof storedOf>[0][number] & { readonly name: string };

/** NS records of the domain itself are left alone, so none is in the zones here. */
const zoneOf = (drafts: readonly Draft[]) =>
  storedOf(drafts.filter(({ type, name }) => type !== 'NS' || name !== ''));

it('[D-242] a text makes any zone the one that it describes; each record that it updates keeps its id', async () => {
  let [compared, updates] = [0, 0];
  const drafts = fc.array(RANDOM_RECORD, { maxLength: 10 });
  await fc.assert(
    fc.asyncProperty(
      drafts,
      drafts,
      fc.constantFrom(0, 300, 86400),
      fc.boolean(),
      async (present, others, ttlSec, isAlike) => {
        const stored = zoneOf(present);
        // Half of the texts have the records of the zone with other TTLs, once or twice.
        const wanted = zoneOf(
          isAlike ? [...present.map((one) => ({ ...one, ttl_sec: 3600 })), ...others] : others,
        );
        const zone = { ttlSec, stored, mode: 'replace' as const };
        const { draft, unstorable, excluded } = await changedBy(zoneLines(wanted, ttlSec), zone);
        const { created, updated, deleted } = draft.changes;
        for (const { before, after } of updated) expect(after.id).toBe(before.id);
        expect(created.filter((record) => 'id' in record)).toEqual([]);
        updates += updated.length;
        if (unstorable.length + excluded.length > 0) return;
        const gone = new Set(deleted.map(({ id }) => id));
        const after = new Map(updated.map((change) => [change.after.id, change.after]));
        const kept = stored.filter(({ id }) => !gone.has(id)).map((record) => after.get(record.id) ?? record);
        const time = new Date(0).toISOString();
        const made = created.map((values, n) => ({ ...values, id: 1000 + n, created: time, updated: time }));
        expect(served([...kept, ...made], ttlSec)).toEqual(served(wanted, ttlSec));
        compared += 1;
      },
    ),
    { numRuns: ZONES },
  );
  expect(compared).toBeGreaterThan(ZONES / 3);
  expect(updates).toBeGreaterThan(ZONES / 30);
});
