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
import { ZoneDraft, type RefusedRecord } from './zone-draft.rules.js';

/** With more, PostgreSQL might read all records of the domain for each one. */
const MAX_LOOKED_UP = 50;

/** What came of a set, and what is wrong with it. */
export interface AppliedSet {
  readonly draft: ZoneDraft;
  readonly faults: readonly Fault[];
}

/** Applies the entries of a set to the records of a domain that the transaction has locked: all rules across records. */
@Injectable()
export class ChangeSets {
  constructor(private readonly changes: ChangesRepository) {}

  /**
   * Writes nothing.
   * @param maxDeletes the most records that may be gone; half of them by default
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
      entries.length > MAX_LOOKED_UP
        ? await this.changes.all(tx, domain)
        : await this.recordsNear(tx, caller, domain, entries);
    return this.applyTo(stored, caller, domain, entries, maxDeletes);
  }

  /** As `apply`. @param stored all records of each name that the entries touch */
  async applyTo(
    stored: readonly StoredRecord[],
    caller: Caller,
    domain: DomainEntity,
    entries: readonly ChangeEntry[],
    maxDeletes?: number,
  ): Promise<AppliedSet> {
    const { draft, faults } = await drafted(stored, caller, domain, entries);
    faults.push(...draft.endDelegations().map(faultAt));
    requireCovered(caller, entries, draft);
    faults.push(...limitFaults(domain, draft, maxDeletes));
    faults.push(...draft.conflicts().map(faultAt));
    return { draft, faults };
  }

  /** All records of each name that the entries touch: those of the ids, and those that the entries lead to. */
  private async recordsNear(
    tx: Tx,
    caller: Caller,
    domain: DomainEntity,
    entries: readonly ChangeEntry[],
  ): Promise<readonly StoredRecord[]> {
    const [ids, names] = [idsIn(entries), namesIn(entries, domain.domain)];
    const near = await this.changes.recordsAt(tx, domain, ids, names);
    if (ids.length === 0) return near;
    // Only the updated record shows the name that an update leads to: of SRV the service makes it.
    const { draft } = await drafted(near, caller, domain, entries);
    const reached = draft.written.map(({ values }) => fullName(values!.name, domain.domain));
    const known = new Set([...names, ...near.map(({ name }) => fullName(name, domain.domain))]);
    const others = reached.filter((name) => !known.has(name));
    return others.length === 0 ? near : this.changes.recordsAt(tx, domain, ids, [...names, ...others]);
  }
}

/** The records as the entries leave them, and the faults of entries. */
async function drafted(
  stored: readonly StoredRecord[],
  caller: Caller,
  { domain }: DomainEntity,
  entries: readonly ChangeEntry[],
): Promise<{ readonly draft: ZoneDraft; readonly faults: Fault[] }> {
  const draft = new ZoneDraft(stored, domain);
  const faults: Fault[] = [];
  for (const [index, entry] of entries.entries()) {
    faults.push(...applied(draft, entry, caller, domain));
    if (index % ENTRIES_PER_TURN === ENTRIES_PER_TURN - 1) await nextTurn();
  }
  return { draft, faults };
}

function applied(draft: ZoneDraft, entry: ChangeEntry, caller: Caller, domain: string): readonly Fault[] {
  const { at } = entry;
  if (entry.kind === 'replace') draft.replace(entry.type, entry.name, entry.wanted);
  else if (entry.kind === 'create') {
    draft.create(entry.values, { record: `${at}.create`, name: `${at}.create.name` });
  } else {
    const { id } = entry;
    const found = draft.find(id);
    if (!found || !mayKnow(caller, found)) return [fault(`${at}.${entry.kind}`, 'not_found')];
    if (entry.kind === 'delete') draft.delete(id);
    else return updated(draft, entry, { domain, remoteAddress: caller.address });
  }
  return [];
}

function updated(
  draft: ZoneDraft,
  { at, id, draft: fields }: ChangeEntry & { kind: 'update' },
  context: { readonly domain: string; readonly remoteAddress: string },
): readonly Fault[] {
  const place = { record: `${at}.to`, name: `${at}.to.name` };
  try {
    draft.update(id, mergeRecord(draft.find(id)!, fields, context), place);
    return [];
  } catch (error) {
    if (!(error instanceof Invalid)) throw error;
    return faultsBelow(place.record, error.faults);
  }
}

/** Domains rule 1, and what `deletesFault` guards. */
function limitFaults(domain: DomainEntity, draft: ZoneDraft, maxDeletes?: number): Fault[] {
  const { recordCount } = domain;
  const { gone, written, deleted } = draft;
  const after = recordCount + written.filter(({ original }) => !original).length - deleted.length;
  return [
    ...deletesFault(gone, recordCount, maxDeletes),
    ...(after > MAX_RECORDS ? [{ ...TOO_MANY_RECORDS, used: recordCount }] : []),
  ];
}

/** D-237: each record that differs, and each set that is named, even when nothing of it differs. */
function requireCovered(caller: Caller, entries: readonly ChangeEntry[], draft: ZoneDraft): void {
  if (reachesAll(caller.narrowing, 'domain')) return;
  for (const { original, values } of draft.written) {
    if (original) requireRecordsCovered(caller, 'update', original, values!);
    else requireRecordsCovered(caller, 'create', values!);
  }
  requireRecordsCovered(caller, 'delete', ...draft.deleted);
  if (!entries.every((entry) => entry.kind !== 'replace' || mayKnow(caller, entry)))
    throw new OutsideRestrictions();
}

/** Whether a narrowed token names the record, as the guard asks for one that a path names. */
export function mayKnow({ narrowing, named }: Caller, record: NamedRecord): boolean {
  return reachesAll(narrowing, 'domain') || (named ?? []).some((entry) => coversRecord(entry, record));
}

function idsIn(entries: readonly ChangeEntry[]): number[] {
  return entries.flatMap((entry) => ('id' in entry ? [entry.id] : []));
}

/** The full names of the sets and the new records. */
function namesIn(entries: readonly ChangeEntry[], domain: string): string[] {
  const names = entries.flatMap((entry) => {
    if (entry.kind === 'replace') return [entry.name];
    return entry.kind === 'create' ? [entry.values.name] : [];
  });
  return [...new Set(names.map((name) => fullName(name, domain)))];
}

/** The refusal of a record, at the position of the record in the request. */
function faultAt([{ place }, refusal]: RefusedRecord): Fault {
  if (!place) return { ...refusal, field: '' };
  return { ...refusal, field: refusal.field === 'name' ? place.name : `${place.record}.${refusal.field}` };
}
