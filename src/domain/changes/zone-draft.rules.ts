import type { Fault } from '../../shared/errors/errors.js';
import { servedForm } from '../records/dns-form.rules.js';
import { DS_WITHOUT_NS, NameConflicts, RECORD_CONFLICTS } from '../records/name-conflicts.rules.js';
import { groupBy, recordSetKey } from '../records/record-sets.rules.js';
import type { RecordTypeName, RecordValues } from '../records/record-type.js';
import { hasSameValues, VALUES, type NewValues } from '../records/same-record.rules.js';
import type { StoredRecord } from '../records/record.resource.js';
import type { ZoneDiff } from '../versions/zone-diff.js';

/** The paths in the request of a record and of its name, for the `field` of a fault. */
export interface FaultPaths {
  readonly record: string;
  readonly name: string;
}

/** A record of the draft. */
export interface DraftRecord {
  /** The stored record; undefined for a new one. */
  readonly original?: StoredRecord;
  /** The stored record until a change gives it new values; undefined for a deleted record. */
  values?: NewValues | StoredRecord;
  paths?: FaultPaths;
}

/** A record, and the rule across records that it breaks. */
export type FaultyRecord = readonly [DraftRecord, Fault];

/** A record that a replaced set has. */
export interface WantedRecord {
  readonly values: NewValues;
  readonly paths: FaultPaths;
}

/** Changes of records that are not written yet. */
export interface RecordChanges extends Pick<ZoneDiff, 'updated' | 'deleted'> {
  /** A record with an id is a deleted one that a restore creates again. */
  readonly created: readonly (NewValues | StoredRecord)[];
}

/** The records of a zone, to which the entries of a set are applied one after the other. */
export class ZoneDraft {
  private readonly all: DraftRecord[];
  private readonly byId = new Map<number, DraftRecord>();
  /** The records by `recordSetKey`; built at the first use, because most changes need none. */
  private bySet?: Map<string, Set<DraftRecord>>;

  /** @param stored all records of each name that the changes touch */
  constructor(
    stored: readonly StoredRecord[],
    private readonly domain: string,
  ) {
    this.all = stored.map((original) => ({ original, values: original }));
    for (const record of this.all) this.byId.set(record.original!.id, record);
  }

  /** @returns undefined for the id of an unknown or deleted record */
  find(id: number): RecordValues | undefined {
    return this.byId.get(id)?.values;
  }

  create(values: NewValues, paths: FaultPaths): void {
    const record = { values, paths };
    this.all.push(record);
    this.join(record);
  }

  /** @param id of a record that `find` knows */
  update(id: number, values: NewValues, paths: FaultPaths): void {
    this.set(this.byId.get(id)!, values, paths);
  }

  /** @param id of a record that `find` knows */
  delete(id: number): void {
    this.remove(this.byId.get(id)!);
  }

  /**
   * Replaces the records of the set of this type and name. A record keeps its id when nothing of it
   * changes, or only its TTL or the spelling of its target.
   */
  replace(type: RecordTypeName, name: string, wanted: readonly WantedRecord[]): void {
    const stored = [...(this.sets.get(recordSetKey({ type, name })) ?? [])];
    const same = paired(stored, wanted, storedForm);
    const alike = paired(same.left, same.missing, (values) => servedForm(values, this.domain));
    for (const [record, { values, paths }] of alike.pairs)
      this.set(record, { ...values, ...spelling(record.values!) }, paths);
    for (const record of alike.left) this.remove(record);
    for (const { values, paths } of alike.missing) this.create(values, paths);
  }

  /**
   * Deletes the DS records of names without an NS record (D-293).
   * @returns the faults of those that the changes created or updated
   */
  endDelegations(): readonly FaultyRecord[] {
    const ended = this.all.filter(({ values }) => values?.type === 'DS' && this.isEmpty('NS', values.name));
    const changed = ended.filter(({ original, values }) => values !== original);
    const faulty = changed.map((record) => {
      const isAlias = !this.isEmpty('CNAME', record.values!.name);
      return [record, isAlias ? RECORD_CONFLICTS.records_cname_alone : DS_WITHOUT_NS] as const;
    });
    for (const record of ended) this.remove(record);
    return faulty;
  }

  /** The created or updated records that conflict with other records of their name (D-102). */
  conflicts(): readonly FaultyRecord[] {
    const names = new NameConflicts();
    for (const { values } of this.all) if (values) names.add(values);
    return this.written.flatMap((record) => {
      const fault = names.faultOf(record.values!);
      return fault ? [[record, fault] as const] : [];
    });
  }

  /** The number of lost records, as `countLost` counts. */
  get lost(): number {
    const changed = this.all.filter(({ original, values }) => values !== original);
    return countLost(
      changed.flatMap(({ original }) => original ?? []),
      changed.flatMap(({ values }) => values ?? []),
    );
  }

  /** The changed records in the order of `stored`, then the new ones. */
  get written(): readonly DraftRecord[] {
    return this.all.filter(
      ({ original, values }) => values && !(original && hasSameValues(original, values)),
    );
  }

  get changes(): RecordChanges {
    const { written, deleted } = this;
    return {
      created: written.flatMap(({ original, values }) => (original ? [] : [values!])),
      updated: written.flatMap(({ original, values }) =>
        original ? [{ before: original, after: { ...original, ...values! } }] : [],
      ),
      deleted,
    };
  }

  get deleted(): readonly StoredRecord[] {
    return this.all.flatMap(({ original, values }) => (original && !values ? [original] : []));
  }

  private set(record: DraftRecord, values: NewValues, paths: FaultPaths): void {
    this.leave(record);
    record.values = values;
    record.paths = paths;
    this.join(record);
  }

  private remove(record: DraftRecord): void {
    this.leave(record);
    delete record.values;
  }

  private isEmpty(type: RecordTypeName, name: string): boolean {
    return (this.sets.get(recordSetKey({ type, name }))?.size ?? 0) === 0;
  }

  private get sets(): Map<string, Set<DraftRecord>> {
    if (!this.bySet) {
      this.bySet = new Map();
      for (const record of this.all) if (record.values) this.join(record);
    }
    return this.bySet;
  }

  private join(record: DraftRecord): void {
    const key = recordSetKey(record.values!);
    const set = this.bySet?.get(key);
    if (set) set.add(record);
    else this.bySet?.set(key, new Set([record]));
  }

  private leave(record: DraftRecord): void {
    this.bySet?.get(recordSetKey(record.values!))!.delete(record);
  }
}

type SetMember = Pick<RecordValues, 'type' | 'name'>;

/**
 * Counts the records that sets have lost. A set that has fewer records than before has lost the
 * difference; a set with as many records as before has lost none, also when all of them differ.
 */
export function countLost(before: readonly SetMember[], after: readonly SetMember[]): number {
  const lost = new Map<string, number>();
  for (const record of before) {
    const key = recordSetKey(record);
    lost.set(key, (lost.get(key) ?? 0) + 1);
  }
  if (lost.size === 0) return 0;
  for (const record of after) {
    const key = recordSetKey(record);
    const count = lost.get(key);
    if (count) lost.set(key, count - 1);
  }
  return [...lost.values()].reduce((sum, count) => sum + count, 0);
}

/**
 * Pairs each wanted record with a record of the same key. Each record is in one pair at most.
 * @returns the pairs, the records without a pair (`left`) and the wanted ones without (`missing`)
 */
function paired(
  records: readonly DraftRecord[],
  wanted: readonly WantedRecord[],
  keyOf: (values: RecordValues) => string,
) {
  const free = groupBy([...records].reverse(), ({ values }) => keyOf(values!));
  const pairs: (readonly [DraftRecord, WantedRecord])[] = [];
  const missing = wanted.filter((one) => {
    const found = free.get(keyOf(one.values))?.pop();
    if (found) pairs.push([found, one]);
    return !found;
  });
  return { pairs, left: [...free.values()].flat(), missing };
}

/** The values of the name. The records of a set may spell it in different letter cases. */
const SPELLING: ReadonlySet<keyof RecordValues> = new Set(['name', 'service', 'protocol']);

function spelling({ name, service, protocol }: RecordValues): Partial<RecordValues> {
  return { name, service, protocol };
}

/** A key of all values without the name. */
function storedForm(values: RecordValues): string {
  return JSON.stringify(VALUES.map((key) => (SPELLING.has(key) ? null : values[key])));
}
