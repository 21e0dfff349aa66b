import { fault, type Fault } from '../../shared/errors/errors.js';
import type { RecordValues } from './record-type.js';

/**
 * The refusals of records that may not stand beside each other (D-102), by the rules of the database function `record_fits`,
 * which decides on changes of one record.
 */
export const RECORD_CONFLICTS = {
  records_cname_alone: fault('name', 'cname_not_alone'),
  records_null_mx_alone: fault('target', 'null_mx_not_alone'),
} as const satisfies Record<string, Fault>;

/** The refusal of a DS record where nothing is delegated (D-293). */
export const DS_WITHOUT_NS = fault('name', 'ds_without_ns');

type Placed = Pick<RecordValues, 'type' | 'name' | 'rdata'>;

interface Name {
  records: number;
  aliases: number;
  exchangers: number;
  nullExchangers: number;
}

/** What stands at each name of a zone: the rules across records where many change at once (D-102). */
export class NamesOfZone {
  private readonly names = new Map<string, Name>();

  add(record: Placed): void {
    this.count(record, 1);
  }

  remove(record: Placed): void {
    this.count(record, -1);
  }

  /** Why a record that was added may not stand at its name beside the others there. */
  faultOf(record: Placed): Fault | undefined {
    const name = this.names.get(record.name.toLowerCase())!;
    if (name.aliases > 0 && name.records > 1) return RECORD_CONFLICTS.records_cname_alone;
    return record.type === 'MX' && name.nullExchangers > 0 && name.exchangers > 1
      ? RECORD_CONFLICTS.records_null_mx_alone
      : undefined;
  }

  private count({ type, name, rdata }: Placed, by: 1 | -1): void {
    const key = name.toLowerCase();
    const known = this.names.get(key) ?? { records: 0, aliases: 0, exchangers: 0, nullExchangers: 0 };
    known.records += by;
    if (type === 'CNAME') known.aliases += by;
    if (type === 'MX') known.exchangers += by;
    // A null MX (RFC 7505).
    if (type === 'MX' && rdata === '.') known.nullExchangers += by;
    this.names.set(key, known);
  }
}
