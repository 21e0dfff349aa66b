import { setImmediate as nextTurn } from 'node:timers/promises';
import { ENTRIES_PER_TURN, type ChangeEntry } from '../changes/change-entries.rules.js';
import type { FaultPaths, WantedRecord } from '../changes/zone-draft.rules.js';
import { servedForm } from '../records/dns-form.rules.js';
import { DS_WITHOUT_NS, NameConflicts } from '../records/name-conflicts.rules.js';
import { isServableRecord } from '../records/rdata-text.rules.js';
import { groupBy, recordSetKey } from '../records/record-sets.rules.js';
import type { RecordTypeName, RecordValues } from '../records/record-type.js';
import type { StoredRecord } from '../records/record.resource.js';
import { valuesOf, type NewValues } from '../records/same-record.rules.js';
import { DEFAULT_SECONDS } from '../seconds.rules.js';
import { leftOutReasons } from '../zones/left-out-records.rules.js';
import { APEX_NS, type Remark, type TextRecord, type ZoneText } from './zone-text.rules.js';

/** `merge` keeps the sets that the text does not have; `replace` deletes them. */
export const MODES = ['merge', 'replace'] as const;

/** The zone that a text is applied to. */
export interface TargetZone {
  readonly domain: string;
  /** The stored value; 0 is the default. */
  readonly ttlSec: number;
  readonly stored: readonly StoredRecord[];
  readonly mode: (typeof MODES)[number];
}

/** A stored record that zone texts do not change. */
export interface ExcludedRecord {
  readonly record: StoredRecord;
  readonly reason: string;
}

/** The changes of a zone that a text asks for. */
export interface TextChanges {
  /** At most one entry for each set. */
  readonly entries: readonly ChangeEntry[];
  /** Records of the text that conflict with other records of their name. */
  readonly unstorable: readonly Remark[];
  /** Stored records that the text would change if they were served. */
  readonly excluded: readonly ExcludedRecord[];
}

interface RecordSet {
  readonly type: RecordTypeName;
  readonly name: string;
  readonly stored: StoredRecord[];
  readonly wanted: TextRecord[];
}

/**
 * The changes that a zone text asks for (D-242). A record that is served in the same form before
 * and after keeps its stored form: its TTL, its target and its duplicates.
 */
export async function changesOf(
  text: Pick<ZoneText, 'records' | 'unstorableSets'>,
  zone: TargetZone,
): Promise<TextChanges> {
  const { domain, stored, mode } = zone;
  const reasonOf = exclusionsIn(zone);
  const records = distinct(text.records, domain);
  const sets = setsOf(stored, records);
  await nextTurn();
  // Keeps a set when none of its lines can be stored, because the text does not ask for its delete.
  const isKept = ({ type, name, wanted }: RecordSet) =>
    wanted.length === 0 && (mode === 'merge' || text.unstorableSets.has(recordSetKey({ type, name })));
  const named = sets.filter((set) => !isKept(set));
  const kept = [
    ...sets.filter(isKept).flatMap((set) => set.stored),
    ...named.flatMap((set) => set.stored.filter((record) => reasonOf(record) !== undefined)),
  ];
  const unstorable = unstorableBeside(kept, records);
  await nextTurn();
  const entries: ChangeEntry[] = [];
  const excluded: ExcludedRecord[] = [];
  for (const [index, set] of named.entries()) {
    const storable = set.wanted.filter((record) => !unstorable.has(record));
    if (storable.length === 0 && mode === 'merge') continue;
    const { wanted, unmatched } = wantedOf({ ...set, wanted: storable }, zone);
    for (const record of unmatched) {
      const reason = reasonOf(record);
      if (reason === undefined) continue;
      wanted.push({ values: valuesOf(record), paths: pathsOf(undefined) });
      excluded.push({ record, reason });
    }
    entries.push({ at: '', kind: 'replace', type: set.type, name: set.name, wanted });
    if (index % ENTRIES_PER_TURN === ENTRIES_PER_TURN - 1) await nextTurn();
  }
  return { entries, excluded, unstorable: [...unstorable].map(([{ line }, reason]) => ({ line, reason })) };
}

/** @returns a function of the reason why zone texts do not change a record; undefined if they do */
function exclusionsIn({ domain, stored }: TargetZone): (record: StoredRecord) => string | undefined {
  const known = stored.map((record) => (isServableRecord(record) ? record : { ...record, rdata: null }));
  const unserved = leftOutReasons(domain, known);
  return ({ id, type, name }) => (type === 'NS' && name === '' ? APEX_NS : unserved.get(id));
}

/** The line of a fault that a rule of change sets finds in a set of a text. */
export function lineOf({ field }: { readonly field: string }): number | undefined {
  const [, line] = /^line (\d+)/.exec(field) ?? [];
  return line === undefined ? undefined : Number(line);
}

function pathsOf(line: number | undefined): FaultPaths {
  const path = line === undefined ? '' : `line ${line}`;
  return { record: path, name: path };
}

/** Removes duplicates, which DNS does not have (RFC 2181 section 5). */
function distinct(text: readonly TextRecord[], domain: string): TextRecord[] {
  const seen = new Set<string>();
  return text.filter(({ values }) => {
    const key = `${recordSetKey(values)} ${servedForm(values, domain)}`;
    const isNew = !seen.has(key);
    seen.add(key);
    return isNew;
  });
}

function setsOf(stored: readonly StoredRecord[], text: readonly TextRecord[]): RecordSet[] {
  const [storedSets, wantedSets] = [
    groupBy(stored, recordSetKey),
    groupBy(text, ({ values }) => recordSetKey(values)),
  ];
  return [...new Set([...storedSets.keys(), ...wantedSets.keys()])].map((key) => {
    const [records, wanted] = [storedSets.get(key) ?? [], wantedSets.get(key) ?? []];
    const { type, name } = records[0] ?? wanted[0]!.values;
    return { type, name, stored: records, wanted };
  });
}

/**
 * Finds the records of a text that conflict with other records. Of records that may not share a
 * name, the first one can be stored (D-102). DS records need NS records of the same name (D-293).
 */
function unstorableBeside(
  kept: readonly StoredRecord[],
  text: readonly TextRecord[],
): ReadonlyMap<TextRecord, string> {
  const unstorable = new Map<TextRecord, string>();
  const names = new NameConflicts();
  const delegated = new Set<string>();
  const addDelegation = ({ type, name }: RecordValues) => {
    if (type === 'NS') delegated.add(name.toLowerCase());
  };
  for (const record of kept) {
    names.add(record);
    addDelegation(record);
  }
  for (const record of text) {
    const fault = names.addFitting(record.values);
    if (fault) unstorable.set(record, fault.reason);
    else addDelegation(record.values);
  }
  for (const record of text) {
    const { type, name } = record.values;
    if (type === 'DS' && !delegated.has(name.toLowerCase())) unstorable.set(record, DS_WITHOUT_NS.reason);
  }
  return unstorable;
}

/** A record of a text, and the stored records that are served in the same form. */
interface MatchedRecord {
  readonly line: number;
  readonly values: NewValues;
  readonly stored: readonly StoredRecord[];
}

/**
 * Matches the records of a text's set with the stored ones.
 * @returns the records that the set gets, stored ones in their stored form, and the stored records
 * that the text does not have
 */
function wantedOf(
  set: RecordSet,
  { domain, ttlSec }: Pick<TargetZone, 'domain' | 'ttlSec'>,
): { readonly wanted: WantedRecord[]; readonly unmatched: readonly StoredRecord[] } {
  const defaultTtl = ttlSec || DEFAULT_SECONDS.ttl;
  const { matched, unmatched } = matchedIn(set, domain, defaultTtl);
  const served = (records: readonly { readonly ttlSec: number }[]) =>
    Math.min(...records.map((record) => record.ttlSec || defaultTtl));
  // All records of a set are served with its lowest TTL (RFC 2181 section 5.2).
  const asWritten = served(matched.map(({ values }) => values));
  const asStored = served(
    matched.flatMap(({ values, stored }): readonly RecordValues[] => (stored.length > 0 ? stored : [values])),
  );
  const wanted = matched.flatMap(({ line, values, stored }) => {
    const forms = stored.map((record) =>
      valuesOf(asWritten === asStored ? record : { ...record, ttlSec: values.ttlSec }),
    );
    return (forms.length > 0 ? forms : [values]).map((form) => ({ values: form, paths: pathsOf(line) }));
  });
  return { wanted, unmatched };
}

function matchedIn({ stored, wanted }: RecordSet, domain: string, defaultTtl: number) {
  const alike = groupBy(stored, (record) => servedForm(record, domain));
  const matched = wanted.map((record): MatchedRecord => {
    const key = servedForm(record.values, domain);
    const found = alike.get(key) ?? [];
    alike.delete(key);
    const values = { ...record.values, ttlSec: storedTtl(record, defaultTtl) };
    return { line: record.line, values, stored: found };
  });
  return { matched, unmatched: [...alike.values()].flat() };
}

/** Returns 0 for a TTL that equals the domain's. */
function storedTtl({ ttl, values }: TextRecord, defaultTtl: number): number {
  return ttl === undefined || ttl === defaultTtl || values.ttlSec === defaultTtl ? 0 : values.ttlSec;
}
