import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Fault } from '../../shared/errors/errors.js';
import { Invalid } from '../../shared/errors/errors.js';
import { Faults } from '../../shared/errors/faults.js';
import { expecting, type Reason } from '../../shared/errors/reason.js';
import { isStorable } from '../../shared/validation/characters.js';
import { isObject } from '../../shared/validation/is-object.js';
import { notValid, required } from '../../shared/validation/rule.js';
import { absoluteRecordName, recordName } from '../records/record-name.rules.js';
import { RECORD_SCHEMAS } from '../records/record-fields.rules.js';
import { buildRecord, typeFault, type RecordDraft } from '../records/record.rules.js';
import { SERVICE_NAME, serviceNameOf, type ServiceName } from '../records/service-name.rules.js';
import type { RecordContext, RecordTypeName, RecordValues } from '../records/record-type.js';
import { ID_SCHEMA } from './change-set.schemas.js';
import type { WantedRecord } from './zone-draft.rules.js';

/**
 * One change of a set (D-240). Its fields are valid by themselves; `at` is the path of its faults.
 */
export type ChangeEntry = { readonly at: string } & (
  | {
      readonly kind: 'replace';
      readonly type: RecordTypeName;
      readonly name: string;
      readonly wanted: readonly WantedRecord[];
    }
  | { readonly kind: 'create'; readonly values: RecordValues }
  | { readonly kind: 'update'; readonly id: number; readonly draft: RecordDraft }
  | { readonly kind: 'delete'; readonly id: number }
);

type Members = Readonly<Record<string, unknown>>;

/** The most faults that a response reports. To write more of them would delay other requests. */
export const MAX_FAULTS = 1000;
/** Entries that are read between two pauses. Other requests wait for some milliseconds at most. */
export const ENTRIES_PER_TURN = 250;

/** The expected schema of an object. It is short, because a set may have thousands of faults. */
const OBJECT = { type: 'object' } as const;

const FIELDS = Object.keys(RECORD_SCHEMAS);
const KINDS = ['replace', 'create', 'update', 'delete'] as const;

/** Reads the entries of a set and collects their faults. Stops at `MAX_FAULTS`. */
export async function readEntries(
  changes: readonly unknown[],
  context: RecordContext,
): Promise<{ readonly entries: readonly ChangeEntry[]; readonly faults: readonly Fault[] }> {
  const reader = new EntryReader(context);
  const entries: ChangeEntry[] = [];
  let pausedAt = 0;
  for (const [index, change] of changes.entries()) {
    const entry = reader.read(change, `changes[${index}]`);
    if (entry) entries.push(entry);
    const { length } = reader.faults.all;
    if (length >= MAX_FAULTS) break;
    // To collect a fault takes about as long as to read an entry.
    if (index + length - pausedAt < ENTRIES_PER_TURN) continue;
    pausedAt = index + length;
    await nextTurn();
  }
  return { entries, faults: reader.faults.all };
}

/** Faults of a record with the record's path before the field: `changes[2].create.target`. */
export function faultsBelow(at: string, faults: readonly Fault[]): Fault[] {
  return faults.map((fault) => ({ ...fault, field: `${at}.${fault.field}` }));
}

class EntryReader {
  readonly faults = new Faults();
  /** The paths of the sets' names that have a fault already. */
  private readonly reported = new Set<string>();

  constructor(private readonly context: RecordContext) {}

  read(change: unknown, at: string): ChangeEntry | undefined {
    const kinds = isObject(change) ? KINDS.filter((kind) => change[kind] != null) : [];
    if (kinds.length !== 1) {
      this.faults.add(at, 'value_not_valid', { expected: OBJECT });
      return undefined;
    }
    const members = change as Members;
    switch (kinds[0]!) {
      case 'replace':
        return this.readReplace(members, at);
      case 'create':
        return this.readCreate(members, at);
      case 'update':
        return this.readUpdate(members, at);
      case 'delete':
        return this.readDelete(members, at);
    }
  }

  private readCreate({ create }: Members, at: string): ChangeEntry | undefined {
    const path = `${at}.create`;
    const record = this.objectAt(create, path, 'create');
    const values = record && this.buildAt(path, record.type, record, this.context);
    return values && { at, kind: 'create', values };
  }

  private readUpdate({ update, to }: Members, at: string): ChangeEntry | undefined {
    const id = this.idAt(update, `${at}.update`, 'update');
    const draft = this.objectAt(to, `${at}.to`, 'to');
    return id === undefined || !draft ? undefined : { at, kind: 'update', id, draft: fieldsOf(draft) };
  }

  private readDelete({ delete: id }: Members, at: string): ChangeEntry | undefined {
    const found = this.idAt(id, `${at}.delete`, 'delete');
    return found === undefined ? undefined : { at, kind: 'delete', id: found };
  }

  /** Also checks the records of a set whose type or name is not valid (D-27). */
  private readReplace({ replace, with: records }: Members, at: string): ChangeEntry | undefined {
    const before = this.faults.all.length;
    const set = this.setAt(replace, `${at}.replace`);
    if (!Array.isArray(records)) this.addTypeFault(`${at}.with`, records, 'with', { type: 'array' });
    const members: readonly unknown[] = Array.isArray(records) ? records : [];
    const wanted = members.flatMap((record, index) => this.member(set, record, at, index));
    return this.faults.all.length > before
      ? undefined
      : { at, kind: 'replace', type: set.type!, name: set.name, wanted };
  }

  /** Reads a record of a set. The set gives its type and name, and an SRV record's service. */
  private member(set: ReadSet, record: unknown, at: string, index: number): WantedRecord[] {
    const paths = { record: `${at}.with[${index}]`, name: `${at}.replace.name` };
    const members = this.objectAt(record, paths.record, `with[${index}]`);
    if (!members) return [];
    const { type, name, service } = set;
    const draft = {
      ...members,
      name: absoluteRecordName(name, this.context.domain),
      service: service?.service,
      protocol: service?.protocol,
    };
    const context = { ...this.context, fixedType: type, serviceBelow: service?.below };
    const values = this.buildAt(paths.record, type, draft, context, paths.name);
    return values ? [{ values, paths }] : [];
  }

  private setAt(value: unknown, at: string): ReadSet {
    const set = this.objectAt(value, at, 'replace');
    if (!set) return { type: undefined, name: '' };
    const wrong = typeFault(set.type);
    if (wrong) {
      this.faults.addIf(`${at}.type`, expecting(wrong, RECORD_SCHEMAS.type));
      return { type: undefined, name: '' };
    }
    const type = set.type as RecordTypeName;
    const name = this.nameOf(set.name, type);
    if (!('reason' in name)) return { type, ...name };
    this.faults.addIf(`${at}.name`, name);
    this.reported.add(`${at}.name`);
    return { type, name: '' };
  }

  /** Requires the name, because a misspelt key would otherwise mean the apex. */
  private nameOf(value: unknown, type: RecordTypeName): Omit<ReadSet, 'type'> | Reason {
    if (value == null) return required('name');
    if (typeof value !== 'string' || !isStorable(value))
      return expecting(notValid('name'), RECORD_SCHEMAS.name);
    const read = recordName(value, type, this.context.domain);
    if ('reason' in read || type !== 'SRV') return read;
    const service = serviceNameOf(read.name);
    return service ? { ...read, service } : expecting(notValid('name'), { pattern: SERVICE_NAME.source });
  }

  /** @param nameAt the path of a set's name, which also has the faults of service and protocol */
  private buildAt(
    at: string,
    type: unknown,
    draft: Members,
    context: RecordContext,
    nameAt?: string,
  ): RecordValues | undefined {
    try {
      return buildRecord(type, fieldsOf(draft), context);
    } catch (error) {
      if (!(error instanceof Invalid)) throw error;
      for (const fault of error.faults) this.addBelow(at, fault, nameAt);
      return undefined;
    }
  }

  /** Reports a fault of a set's name once, at the set's own path. `setAt` has reported its type. */
  private addBelow(at: string, fault: Fault, nameAt: string | undefined): void {
    if (nameAt !== undefined && fault.field === 'type') return;
    const isNamed = nameAt !== undefined && ['name', 'service', 'protocol'].includes(fault.field);
    if (!isNamed) this.faults.addIf(`${at}.${fault.field}`, fault);
    else if (!this.reported.has(nameAt)) this.faults.addIf(nameAt, { ...fault, ...notValid('name') });
    if (isNamed) this.reported.add(nameAt);
  }

  private objectAt(value: unknown, at: string, key: string): Members | undefined {
    if (isObject(value)) return value;
    this.addTypeFault(at, value, key, OBJECT);
    return undefined;
  }

  private idAt(value: unknown, at: string, key: string): number | undefined {
    if (Number.isSafeInteger(value) && (value as number) > 0) return value as number;
    this.addTypeFault(at, value, key, ID_SCHEMA);
    return undefined;
  }

  /** Reports a value of another JSON type, with the expected one (D-278). */
  private addTypeFault(at: string, value: unknown, key: string, schema: object): void {
    this.faults.addIf(at, value == null ? required(key) : expecting(notValid(key), schema));
  }
}

/** The type and name of a set. Faults in them are reported already. */
interface ReadSet {
  /** Undefined when it is not valid. */
  readonly type: RecordTypeName | undefined;
  /** `''` when it is not valid. */
  readonly name: string;
  /** The parts of the name of an SRV set. */
  readonly service?: ServiceName;
}

/** The fields of a record. Null counts as absent, but clears a name (D-15). */
function fieldsOf(members: Members): RecordDraft {
  const fields: Record<string, unknown> = {};
  for (const key of FIELDS) {
    const value = members[key];
    if (value === null) fields[key] = key === 'name' ? '' : undefined;
    else if (value !== undefined) fields[key] = value;
  }
  return fields;
}
