import type { StoredRecord } from '../records/record.resource.js';
import { hasSameValues } from '../records/same-record.rules.js';
import { storedRecord, type VersionedRecord } from './versioned-record.js';
import { settingsChange, type VersionDifference, type ZoneDiff } from './zone-diff.js';
import type { ZoneSettings } from '../zones/zone-settings.resource.js';

/** The change of a version. */
export interface VersionChange {
  readonly removed: readonly VersionedRecord[];
  /** Null for the first version, which stores no records. */
  readonly added: readonly VersionedRecord[] | null;
  /** The settings before the change; null when it changed none. */
  readonly settings: ZoneSettings | null;
}

/** The zone at a version. */
export interface ZoneState {
  readonly settings: ZoneSettings;
  readonly records: ReadonlyMap<number, StoredRecord>;
}

/** Restores earlier states of a zone from the present one, version by version. */
export class ZoneHistory {
  private readonly records: Map<number, StoredRecord>;

  constructor(
    records: readonly StoredRecord[],
    private settings: ZoneSettings,
  ) {
    this.records = new Map(records.map((record) => [record.id, record]));
  }

  /** @param change that of the newest version that is not undone yet */
  undo({ removed, added, settings }: VersionChange): void {
    if (added === null) this.records.clear();
    for (const { id } of added ?? []) this.records.delete(id);
    for (const record of removed) this.records.set(record.id, storedRecord(record));
    if (settings) this.settings = settings;
  }

  /** A copy of the zone after the versions that are not undone. */
  get state(): ZoneState {
    return { settings: this.settings, records: new Map(this.records) };
  }
}

/** The records that consecutive versions changed, before the first and after the last of these. */
export class ChangedRecords {
  readonly before = new Map<number, StoredRecord>();
  readonly after = new Map<number, StoredRecord>();
  private readonly known = new Set<number>();

  /** Adds a version. The caller adds them from the newest to the oldest. */
  undo(removed: readonly VersionedRecord[], added: readonly VersionedRecord[]): void {
    for (const record of added) {
      if (!this.known.has(record.id)) this.after.set(record.id, storedRecord(record));
      this.before.delete(record.id);
    }
    for (const record of removed) this.before.set(record.id, storedRecord(record));
    for (const { id } of [...added, ...removed]) this.known.add(id);
  }
}

/** The difference from one state to another. Null settings do not differ. */
export function differenceOf(from: ComparedState, to: ComparedState): VersionDifference {
  const records = diffOf(from.records, to.records);
  return { records, ...(from.settings && to.settings && settingsChange(from.settings, to.settings)) };
}

interface ComparedState {
  readonly records: ZoneState['records'];
  readonly settings: ZoneSettings | null;
}

/** The difference of the records of two states, in the order of the ids. */
export function diffOf(from: ZoneState['records'], to: ZoneState['records']): ZoneDiff {
  const ids = [...new Set([...from.keys(), ...to.keys()])].sort((one, other) => one - other);
  const pairs = ids.map((id) => ({ before: from.get(id), after: to.get(id) }));
  return {
    created: pairs.flatMap(({ before, after }) => (after && !before ? [after] : [])),
    updated: pairs.flatMap(({ before, after }) =>
      before && after && !hasSameValues(before, after) ? [{ before, after }] : [],
    ),
    deleted: pairs.flatMap(({ before, after }) => (before && !after ? [before] : [])),
  };
}
