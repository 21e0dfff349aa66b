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

/** `merge`: other sets than those of the text stay; `replace`: they go. */
export const MODES = ['merge', 'replace'] as const;

/** The zone that a text is applied to. */
export interface TargetZone {
  readonly domain: string;
  /** As stored: 0 is the default. */
  readonly ttlSec: number;
  readonly stored: readonly StoredRecord[];
  readonly mode: (typeof MODES)[number];
}

/** A stored record that no text changes. */
export interface KeptRecord {
  readonly record: StoredRecord;
  readonly reason: string;
}

/** What a text changes in a zone. */
export interface TextChanges {
  /** One for each set, none of which has the place of another. */
  readonly entries: readonly ChangeEntry[];
  /** Records of the text that can't be stored beside the others. */
  readonly unfit: readonly Remark[];
  /** Stored records that would have changed if they were served. */
  readonly leftAlone: readonly KeptRecord[];
}

interface RecordSet {
  readonly type: RecordTypeName;
  readonly name: string;
  readonly stored: StoredRecord[];
  readonly wanted: TextRecord[];
}

/** What a zone text changes (D-242). What is served afterwards as it is now keeps its stored form: TTLs, targets, repeats. */
export async function changesOf(
  text: Pick<ZoneText, 'records' | 'unfitSets'>,
  zone: TargetZone,
): Promise<TextChanges> {
  const { domain, stored, mode } = zone;
  const known = stored.map((record) => (isServableRecord(record) ? record : { ...record, rdata: null }));
  const unserved = leftOutReasons(domain, known);
  const reasonOf = ({ id, type, name }: StoredRecord) =>
    type === 'NS' && name === '' ? APEX_NS : unserved.get(id);
  const records = distinct(text.records, domain);
  const sets = setsOf(stored, records);
  await nextTurn();
  // A set all of whose lines can't be stored stays, too: the text does not say that it is to go.
  const isOther = ({ type, name, wanted }: RecordSet) =>
    wanted.length === 0 && (mode === 'merge' || text.unfitSets.has(recordSetKey({ type, name })));
  const named = sets.filter((set) => !isOther(set));
  const staying = [
    ...sets.filter(isOther).flatMap((set) => set.stored),
    ...named.flatMap((set) => set.stored.filter((record) => reasonOf(record) !== undefined)),
  ];
  const unfit = unfitBeside(staying, records);
  await nextTurn();
  const entries: ChangeEntry[] = [];
  const leftAlone: KeptRecord[] = [];
  for (const [index, set] of named.entries()) {
    const fitting = set.wanted.filter((record) => !unfit.has(record));
    if (fitting.length === 0 && mode === 'merge') continue;
    const { wanted, unmatched } = wantedOf({ ...set, wanted: fitting }, zone);
    for (const record of unmatched) {
      const reason = reasonOf(record);
      if (reason === undefined) continue;
      wanted.push({ values: valuesOf(record), paths: pathsOf(undefined) });
      leftAlone.push({ record, reason });
    }
    entries.push({ at: '', kind: 'replace', type: set.type, name: set.name, wanted });
    if (index % ENTRIES_PER_TURN === ENTRIES_PER_TURN - 1) await nextTurn();
  }
  return { entries, leftAlone, unfit: [...unfit].map(([{ line }, reason]) => ({ line, reason })) };
}

/** The line of a fault that the rules of change sets find in a set of a text. */
export function lineOf({ field }: { readonly field: string }): number | undefined {
  const [, line] = /^line (\d+)/.exec(field) ?? [];
  return line === undefined ? undefined : Number(line);
}

function pathsOf(line: number | undefined): FaultPaths {
  const path = line === undefined ? '' : `line ${line}`;
  return { record: path, name: path };
}

/** Each record once: DNS has no others (RFC 2181 section 5). */
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

/** Of records that may not share a name, the first one fits (D-102); DS records need the NS records of their name (D-293). */
function unfitBeside(
  staying: readonly StoredRecord[],
  text: readonly TextRecord[],
): ReadonlyMap<TextRecord, string> {
  const unfit = new Map<TextRecord, string>();
  const names = new NameConflicts();
  const delegated = new Set<string>();
  const note = ({ type, name }: RecordValues) => type === 'NS' && delegated.add(name.toLowerCase());
  for (const record of staying) {
    names.add(record);
    note(record);
  }
  for (const record of text) {
    names.add(record.values);
    const fault = names.faultOf(record.values);
    if (!fault) note(record.values);
    else {
      names.remove(record.values);
      unfit.set(record, fault.reason);
    }
  }
  for (const record of text) {
    const { type, name } = record.values;
    if (type === 'DS' && !delegated.has(name.toLowerCase())) unfit.set(record, DS_WITHOUT_NS.reason);
  }
  return unfit;
}

/** A record of a text, and the stored ones that are served like it. */
interface MatchedRecord {
  readonly line: number;
  readonly values: NewValues;
  readonly stored: readonly StoredRecord[];
}

/** The records that the set is to have, stored ones in their stored form, and the stored ones that the text lacks. */
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

/** A TTL that equals the domain's is stored as 0. */
function storedTtl({ ttl, values }: TextRecord, defaultTtl: number): number {
  return ttl === undefined || ttl === defaultTtl || values.ttlSec === defaultTtl ? 0 : values.ttlSec;
}
