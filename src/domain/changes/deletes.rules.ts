import { fault, type Fault } from '../../shared/errors/errors.js';

/** From this number of records on, a zone has a default bound of deletes: half of the records. */
const GUARDED_RECORDS = 20;

/**
 * Guards against the delete of many records by mistake (D-240).
 * @param lost the number that `countLost` returns
 * @param records the number of records before the change
 * @param maxDeletes the bound that the request sets
 */
export function deletesFault(lost: number, records: number, maxDeletes: number | undefined): Fault[] {
  const limit = maxDeletes ?? (records >= GUARDED_RECORDS ? Math.floor(records / 2) : records);
  return lost > limit ? [fault('max_deletes', 'too_many_deletes', { limit, used: lost })] : [];
}
