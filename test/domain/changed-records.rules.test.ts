import fc from 'fast-check';
import type { VersionedRecord } from '../../src/domain/versions/versioned-record.js';
import { ChangedRecords, diffOf, ZoneHistory } from '../../src/domain/versions/zone-history.rules.js';
import type { ZoneSettings } from '../../src/domain/zones/zone-settings.resource.js';

type Targets = ReadonlyMap<number, string>;

const record = (id: number, target: string) => ({ id, type: 'A', name: 'www', target }) as VersionedRecord;
const inOf = (one: Targets, other: Targets) =>
  [...one].flatMap(([id, target]) => (other.get(id) === target ? [] : [record(id, target)]));

/** Zones of few records that come, change, go and come back. */
const zones = fc.array(
  fc
    .dictionary(fc.constantFrom('1', '2', '3', '4'), fc.constantFrom('192.0.2.1', '192.0.2.2'))
    .map((targets): Targets => new Map(Object.entries(targets).map(([id, target]) => [Number(id), target]))),
  { minLength: 2, maxLength: 8 },
);

it('[D-241] the changes between two versions say the same as the zone at both', () => {
  fc.assert(
    fc.property(zones, (states) => {
      const newest = states.at(-1)!;
      const history = new ZoneHistory(
        [...newest].map(([id, target]) => record(id, target) as never),
        {} as ZoneSettings,
      );
      const changed = new ChangedRecords();
      const to = history.state;
      for (let version = states.length - 1; version > 0; version--) {
        const [before, after] = [states[version - 1]!, states[version]!];
        const [removed, added] = [inOf(before, after), inOf(after, before)];
        history.undo({ removed, added, settings: null });
        changed.undo(removed, added);
      }
      const whole = diffOf(history.state.records, to.records);
      const targets = ({ created, updated, deleted }: typeof whole) => ({
        created: created.map(({ id, target }) => [id, target]),
        updated: updated.map(({ before, after }) => [before.id, before.target, after.target]),
        deleted: deleted.map(({ id, target }) => [id, target]),
      });
      expect(targets(diffOf(changed.before, changed.after))).toEqual(targets(whole));
    }),
  );
});
