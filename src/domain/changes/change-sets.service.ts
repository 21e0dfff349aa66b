import { setImmediate as nextTurn } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { Caller } from '../../access/caller.js';
import { coversRecord, reachesAll, requireRecordsCovered } from '../../access/narrowing/narrowing.rules.js';
import type { NamedRecord } from '../../access/narrowing/narrowing.js';
import type { Tx } from '../../database/reader.js';
import { fault, Invalid, OutsideRestrictions, type Fault } from '../../shared/errors/errors.js';
import type { DomainEntity } from '../domain.entity.js';
import { MAX_RECORDS, TOO_MANY_RECORDS } from '../domain.rules.js';
import { DS_WITHOUT_NS } from '../records/names-of-zone.rules.js';
import { fullName, recordName } from '../records/record-name.rules.js';
import type { StoredRecord } from '../records/record.resource.js';
import { mergedRecord } from '../records/record.rules.js';
import { ENTRIES_PER_TURN, faultsBelow, type ChangeEntry } from './change-entries.rules.js';
import { ChangesRepository } from './changes.repository.js';
import { deletesFault } from './deletes.rules.js';
import { ZoneDraft, type DraftRecord } from './zone-draft.rules.js';

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
        : await this.changes.recordsAt(tx, domain, idsIn(entries), namesIn(entries, domain.domain));
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
    const draft = new ZoneDraft(stored, domain.domain);
    const faults: Fault[] = [];
    for (const [index, entry] of entries.entries()) {
      faults.push(...applied(draft, entry, caller, domain.domain));
      if (index % ENTRIES_PER_TURN === ENTRIES_PER_TURN - 1) await nextTurn();
    }
    const lost = draft.endDelegations();
    faults.push(...lost.map((record) => ({ ...DS_WITHOUT_NS, field: fieldOf(record, 'name') })));
    requireCovered(caller, entries, draft);
    faults.push(...limitFaults(domain, draft, maxDeletes));
    for (const [record, refusal] of draft.conflicts())
      faults.push({ ...refusal, field: fieldOf(record, refusal.field) });
    return { draft, faults };
  }
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
    draft.update(id, mergedRecord(draft.find(id)!, fields, context), place);
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

/** The names at which the records must be known beside those of the ids. */
function namesIn(entries: readonly ChangeEntry[], domain: string): string[] {
  const names = entries.flatMap((entry) => {
    if (entry.kind === 'replace') return [entry.name];
    if (entry.kind === 'create') return [entry.values.name];
    const name = entry.kind === 'update' ? entry.draft.name : undefined;
    if (typeof name !== 'string') return [];
    const moved = recordName(name, 'NS', domain);
    return 'reason' in moved ? [] : [moved.name];
  });
  return [...new Set(names.map((name) => fullName(name, domain)))];
}

function fieldOf({ place }: DraftRecord, field: string): string {
  if (!place) return '';
  return field === 'name' ? place.name : `${place.record}.${field}`;
}
