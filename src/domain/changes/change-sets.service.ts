import { setImmediate as nextTurn } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { Caller } from '../../access/caller.js';
import { coversRecord, reachesAll, requireRecordsCovered } from '../../access/narrowing/narrowing.rules.js';
import type { NamedRecord } from '../../access/narrowing/narrowing.js';
import type { Tx } from '../../database/reader.js';
import { fault, Invalid, OutsideRestrictions, type Fault } from '../../shared/errors/errors.js';
import type { DomainEntity } from '../domain.entity.js';
import { MAX_RECORDS, TOO_MANY_RECORDS } from '../domain.rules.js';
import { fullName } from '../records/record-name.rules.js';
import type { StoredRecord } from '../records/record.resource.js';
import { mergeRecord } from '../records/record.rules.js';
import { ENTRIES_PER_TURN, faultsBelow, type ChangeEntry } from './change-entries.rules.js';
import { ChangesRepository } from './changes.repository.js';
import { deletesFault } from './deletes.rules.js';
import { ZoneDraft, type FaultyRecord } from './zone-draft.rules.js';

/**
 * The most entries whose records are read by name. For more names, PostgreSQL might read all
 * records of the domain for each of them.
 */
const MAX_READ_BY_NAME = 50;

/** The records as a set leaves them, and the faults of the set. */
export interface AppliedSet {
  readonly draft: ZoneDraft;
  readonly faults: readonly Fault[];
}

/**
 * Applies the entries of a set to the records of a domain that the transaction has locked. Checks
 * the rules that concern more than one record.
 */
@Injectable()
export class ChangeSets {
  constructor(private readonly changes: ChangesRepository) {}

  /**
   * Reads the records that the entries touch. Writes nothing.
   * @param maxDeletes the most records that the sets may lose; undefined for `deletesFault`'s
   * default
   * @throws OutsideRestrictions
   */
  async apply(
    tx: Tx,
    caller: Caller,
    domain: DomainEntity,
    entries: readonly ChangeEntry[],
    maxDeletes?: number,
  ): Promise<AppliedSet> {
    const stored =
      entries.length > MAX_READ_BY_NAME
        ? await this.changes.all(tx, domain)
        : await this.recordsNear(tx, caller, domain, entries);
    return this.applyTo(stored, caller, domain, entries, maxDeletes);
  }

  /**
   * As `apply`, with records that the caller has read.
   * @param stored all records of each name that the entries touch
   * @throws OutsideRestrictions
   */
  async applyTo(
    stored: readonly StoredRecord[],
    caller: Caller,
    domain: DomainEntity,
    entries: readonly ChangeEntry[],
    maxDeletes?: number,
  ): Promise<AppliedSet> {
    const { draft, faults } = await draftOf(stored, caller, domain, entries);
    const ended = draft.endDelegations();
    requireCovered(caller, entries, draft);
    faults.push(...limitFaults(domain, draft, maxDeletes));
    faults.push(...onePerField([...ended, ...draft.conflicts()].map(faultAt)));
    return { draft, faults };
  }

  /**
   * Reads all records of each name that the entries touch: the names before and after the change.
   */
  private async recordsNear(
    tx: Tx,
    caller: Caller,
    domain: DomainEntity,
    entries: readonly ChangeEntry[],
  ): Promise<readonly StoredRecord[]> {
    const [ids, names] = [idsIn(entries), namesIn(entries, domain.domain)];
    const near = await this.changes.recordsAt(tx, domain, ids, names);
    if (ids.length === 0) return near;
    // Only the updated record has the name after an update, because the service builds that of SRV.
    const { draft } = await draftOf(near, caller, domain, entries);
    const written = draft.written.map(({ values }) => fullName(values!.name, domain.domain));
    const known = new Set([...names, ...near.map(({ name }) => fullName(name, domain.domain))]);
    const others = written.filter((name) => !known.has(name));
    return others.length === 0 ? near : this.changes.recordsAt(tx, domain, ids, [...names, ...others]);
  }
}

/** Applies the entries, without the rules that concern more than one record. */
async function draftOf(
  stored: readonly StoredRecord[],
  caller: Caller,
  { domain }: DomainEntity,
  entries: readonly ChangeEntry[],
): Promise<{ readonly draft: ZoneDraft; readonly faults: Fault[] }> {
  const draft = new ZoneDraft(stored, domain);
  const faults: Fault[] = [];
  for (const [index, entry] of entries.entries()) {
    faults.push(...applyEntry(draft, entry, caller, domain));
    if (index % ENTRIES_PER_TURN === ENTRIES_PER_TURN - 1) await nextTurn();
  }
  return { draft, faults };
}

/** @returns the faults of the entry */
function applyEntry(draft: ZoneDraft, entry: ChangeEntry, caller: Caller, domain: string): readonly Fault[] {
  const { at } = entry;
  if (entry.kind === 'replace') draft.replace(entry.type, entry.name, entry.wanted);
  else if (entry.kind === 'create') {
    draft.create(entry.values, { record: `${at}.create`, name: `${at}.create.name` });
  } else {
    const { id } = entry;
    const found = draft.find(id);
    if (!found || !isNamed(caller, found)) return [fault(`${at}.${entry.kind}`, 'not_found')];
    if (entry.kind === 'delete') draft.delete(id);
    else return applyUpdate(draft, entry, { domain, remoteAddress: caller.address });
  }
  return [];
}

function applyUpdate(
  draft: ZoneDraft,
  { at, id, draft: fields }: ChangeEntry & { kind: 'update' },
  context: { readonly domain: string; readonly remoteAddress: string },
): readonly Fault[] {
  const paths = { record: `${at}.to`, name: `${at}.to.name` };
  try {
    draft.update(id, mergeRecord(draft.find(id)!, fields, context), paths);
    return [];
  } catch (error) {
    if (!(error instanceof Invalid)) throw error;
    return faultsBelow(paths.record, error.faults);
  }
}

/** Checks Domains rule 1 and the bound of deletes. */
function limitFaults(domain: DomainEntity, draft: ZoneDraft, maxDeletes?: number): Fault[] {
  const { recordCount } = domain;
  const { lost, written, deleted } = draft;
  const after = recordCount + written.filter(({ original }) => !original).length - deleted.length;
  return [
    ...deletesFault(lost, recordCount, maxDeletes),
    ...(after > MAX_RECORDS ? [{ ...TOO_MANY_RECORDS, used: recordCount }] : []),
  ];
}

/**
 * D-237: a narrowed token must cover each record that differs and each set that the request names,
 * also a set without a difference.
 * @throws OutsideRestrictions
 */
function requireCovered(caller: Caller, entries: readonly ChangeEntry[], draft: ZoneDraft): void {
  if (reachesAll(caller.narrowing, 'domain')) return;
  for (const { original, values } of draft.written) {
    if (original) requireRecordsCovered(caller, 'update', original, values!);
    else requireRecordsCovered(caller, 'create', values!);
  }
  requireRecordsCovered(caller, 'delete', ...draft.deleted);
  if (!entries.every((entry) => entry.kind !== 'replace' || isNamed(caller, entry)))
    throw new OutsideRestrictions();
}

/**
 * Whether the caller's token names the record, by the rule of the guard for the record of a path.
 * True for a token that reaches all domains.
 */
export function isNamed({ narrowing, named }: Caller, record: NamedRecord): boolean {
  return reachesAll(narrowing, 'domain') || (named ?? []).some((entry) => coversRecord(entry, record));
}

function idsIn(entries: readonly ChangeEntry[]): number[] {
  return entries.flatMap((entry) => ('id' in entry ? [entry.id] : []));
}

/** The full names of the sets and of the new records. */
function namesIn(entries: readonly ChangeEntry[], domain: string): string[] {
  const names = entries.flatMap((entry) => {
    if (entry.kind === 'replace') return [entry.name];
    return entry.kind === 'create' ? [entry.values.name] : [];
  });
  return [...new Set(names.map((name) => fullName(name, domain)))];
}

/** The fault of a record, at the record's path in the request. */
function faultAt([{ paths }, found]: FaultyRecord): Fault {
  if (!paths) return { ...found, field: '' };
  return { ...found, field: found.field === 'name' ? paths.name : `${paths.record}.${found.field}` };
}

/** The records of a set have one path for their name, and each field has one fault (D-27). */
function onePerField(faults: readonly Fault[]): Fault[] {
  const fields = new Set<string>();
  return faults.filter(({ field }) => !fields.has(field) && fields.add(field));
}
