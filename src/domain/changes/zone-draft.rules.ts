import type { Fault } from '../../shared/errors/errors.js';
import { servedForm } from '../records/dns-form.rules.js';
import { DS_WITHOUT_NS, NameConflicts, RECORD_CONFLICTS } from '../records/name-conflicts.rules.js';
import { groupBy, recordSetKey } from '../records/record-sets.rules.js';
import type { RecordTypeName, RecordValues } from '../records/record-type.js';
import { hasSameValues, VALUES, type NewValues } from '../records/same-record.rules.js';
import type { StoredRecord } from '../records/record.resource.js';
import type { ZoneDiff } from '../versions/zone-diff.js';

/** The `field` of a fault of the record, and of a fault of its name. */
export interface Place {
  readonly record: string;
  readonly name: string;
}

/** A record of the draft. */
export interface DraftRecord {
  readonly original?: StoredRecord;
  /** Undefined for a record that goes. The stored record itself, until a change gives it others. */
  values?: NewValues | StoredRecord;
  place?: Place;
}

/** A record, and why it may not stand at its name. */
export type RefusedRecord = readonly [DraftRecord, Fault];

/** A record that the set is to have. */
export interface WantedRecord {
  readonly values: NewValues;
  readonly place: Place;
}

/** Changes of records that are not written yet. */
export interface RecordChanges extends Pick<ZoneDiff, 'updated' | 'deleted'> {
  /** With an id: a record that was deleted, and comes back. */
  readonly created: readonly (NewValues | StoredRecord)[];
}

/** The records of a zone while a set of changes is applied to them, one after the other. Pure: it knows no database. */
export class ZoneDraft {
  private readonly all: DraftRecord[];
  private readonly byId = new Map<number, DraftRecord>();
  /** Made when it is first asked for: most changes need none. */
  private grouped?: Map<string, Set<DraftRecord>>;

  /** @param stored all records of each name that the changes touch */
  constructor(
    stored: readonly StoredRecord[],
    private readonly domain: string,
  ) {
    this.all = stored.map((original) => ({ original, values: original }));
    for (const record of this.all) this.byId.set(record.original!.id, record);
  }

  /** @returns undefined for an unknown id, and for a deleted one */
  find(id: number): RecordValues | undefined {
    return this.byId.get(id)?.values;
  }

  create(values: NewValues, place: Place): void {
    const record = { values, place };
    this.all.push(record);
    this.join(record);
  }

  /** @param id of a record that `find` knows */
  update(id: number, values: NewValues, place: Place): void {
    this.set(this.byId.get(id)!, values, place);
  }

  /** @param id of a record that `find` knows */
  delete(id: number): void {
    this.remove(this.byId.get(id)!);
  }

  /**
   * Makes the set of this type and name exactly these records. One that stays as it was keeps its id, as does one of which
   * only the TTL or the way to write its target changes.
   */
  replace(type: RecordTypeName, name: string, wanted: readonly WantedRecord[]): void {
    const stored = [...(this.sets.get(recordSetKey({ type, name })) ?? [])];
    const same = paired(stored, wanted, storedForm);
    const alike = paired(same.left, same.missing, (values) => servedForm(values, this.domain));
    for (const [record, { values, place }] of alike.pairs)
      this.set(record, { ...values, ...spelling(record.values!) }, place);
    for (const record of alike.left) this.remove(record);
    for (const { values, place } of alike.missing) this.create(values, place);
  }

  /**
   * Deletes DS records whose name has no NS record any more (D-293).
   * @returns those that the changes created or updated, with the refusal of each
   */
  endDelegations(): readonly RefusedRecord[] {
    const lost = this.all.filter(({ values }) => values?.type === 'DS' && this.isEmpty('NS', values.name));
    const own = lost.filter(({ original, values }) => values !== original);
    const refused = own.map((record) => {
      const isAlias = !this.isEmpty('CNAME', record.values!.name);
      return [record, isAlias ? RECORD_CONFLICTS.records_cname_alone : DS_WITHOUT_NS] as const;
    });
    for (const record of lost) this.remove(record);
    return refused;
  }

  /** Records that the changes made, or changed, and that may not stand beside the others of their name (D-102). */
  conflicts(): readonly RefusedRecord[] {
    const names = new NameConflicts();
    for (const { values } of this.all) if (values) names.add(values);
    return this.written.flatMap((record) => {
      const fault = names.faultOf(record.values!);
      return fault ? [[record, fault] as const] : [];
    });
  }

  /** How many records are gone: a set that has fewer records than before has lost the difference. */
  get gone(): number {
    const changed = this.all.filter(({ original, values }) => values !== original);
    return countGone(
      changed.flatMap(({ original }) => original ?? []),
      changed.flatMap(({ values }) => values ?? []),
    );
  }

  /** The records that are new or other than they were, in the order of the changes. */
  get written(): readonly DraftRecord[] {
    return this.all.filter(
      ({ original, values }) => values && !(original && hasSameValues(original, values)),
    );
  }

  /** What the changes come to. */
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

  /** The records that are gone. */
  get deleted(): readonly StoredRecord[] {
    return this.all.flatMap(({ original, values }) => (original && !values ? [original] : []));
  }

  private set(record: DraftRecord, values: NewValues, place: Place): void {
    this.leave(record);
    record.values = values;
    record.place = place;
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
    if (!this.grouped) {
      this.grouped = new Map();
      for (const record of this.all) if (record.values) this.join(record);
    }
    return this.grouped;
  }

  private join(record: DraftRecord): void {
    const key = recordSetKey(record.values!);
    const set = this.grouped?.get(key);
    if (set) set.add(record);
    else this.grouped?.set(key, new Set([record]));
  }

  private leave(record: DraftRecord): void {
    this.grouped?.get(recordSetKey(record.values!))!.delete(record);
  }
}

type SetMember = Pick<RecordValues, 'type' | 'name'>;

/** How many records are gone: a set that has fewer records than before has lost the difference. */
export function countGone(before: readonly SetMember[], after: readonly SetMember[]): number {
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

/** Pairs each wanted record with a record of the same key; no record is in two pairs. */
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

/** The values that spell the name. The records of a set may spell it in different letter cases. */
const SPELLING: ReadonlySet<keyof RecordValues> = new Set(['name', 'service', 'protocol']);

function spelling({ name, service, protocol }: RecordValues): Partial<RecordValues> {
  return { name, service, protocol };
}

/** All other values. */
function storedForm(values: RecordValues): string {
  return JSON.stringify(VALUES.map((key) => (SPELLING.has(key) ? null : values[key])));
}
