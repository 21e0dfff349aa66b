import { fault, type Fault } from '../../shared/errors/errors.js';

/** The guard applies to zones with at least this number of records. */
const GUARDED_RECORDS = 20;

/**
 * The guard against a wide delete by mistake (D-240).
 * @param gone as `countGone` counts
 * @param records how many there were
 * @param maxDeletes the bound that the caller sets
 */
export function deletesFault(gone: number, records: number, maxDeletes: number | undefined): Fault[] {
  const limit = maxDeletes ?? (records >= GUARDED_RECORDS ? Math.floor(records / 2) : records);
  return gone > limit ? [fault('max_deletes', 'too_many_deletes', { limit, used: gone })] : [];
}
