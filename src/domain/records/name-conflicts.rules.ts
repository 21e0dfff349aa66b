import { fault, type Fault } from '../../shared/errors/errors.js';
import type { RecordValues } from './record-type.js';

/**
 * The faults of records that exclude each other at one name (D-102). The database function
 * `record_fits` has the same rules for changes of one record.
 */
export const RECORD_CONFLICTS = {
  records_cname_alone: fault('name', 'cname_not_alone'),
  records_null_mx_alone: fault('target', 'null_mx_not_alone'),
} as const satisfies Record<string, Fault>;

/** The fault of a DS record at a name without NS records (D-293). */
export const DS_WITHOUT_NS = fault('name', 'ds_without_ns');

type ConflictRecord = Pick<RecordValues, 'type' | 'name' | 'rdata'>;

interface NameCounts {
  records: number;
  aliases: number;
  exchangers: number;
  nullExchangers: number;
}

/** Finds records that exclude each other at one name, for changes of many records (D-102). */
export class NameConflicts {
  private readonly names = new Map<string, NameCounts>();

  add(record: ConflictRecord): void {
    this.count(record, 1);
  }

  /**
   * Adds a record unless it and others of its name exclude each other, so that the first one stays.
   * @returns the fault of a record that it does not add
   */
  addFitting(record: ConflictRecord): Fault | undefined {
    this.add(record);
    const found = this.faultOf(record);
    if (found) this.count(record, -1);
    return found;
  }

  /** Returns why an added record excludes others at its name; undefined when it does not. */
  faultOf(record: ConflictRecord): Fault | undefined {
    const name = this.names.get(record.name.toLowerCase())!;
    if (name.aliases > 0 && name.records > 1) return RECORD_CONFLICTS.records_cname_alone;
    return record.type === 'MX' && name.nullExchangers > 0 && name.exchangers > 1
      ? RECORD_CONFLICTS.records_null_mx_alone
      : undefined;
  }

  private count({ type, name, rdata }: ConflictRecord, by: 1 | -1): void {
    const key = name.toLowerCase();
    const counts = this.names.get(key) ?? { records: 0, aliases: 0, exchangers: 0, nullExchangers: 0 };
    counts.records += by;
    if (type === 'CNAME') counts.aliases += by;
    if (type === 'MX') counts.exchangers += by;
    // A null MX (RFC 7505).
    if (type === 'MX' && rdata === '.') counts.nullExchangers += by;
    this.names.set(key, counts);
  }
}
