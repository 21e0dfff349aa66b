import { command, costlyQuery } from '../../database/statement.js';
import type { RecordNoteEntity } from './record-note.entity.js';

/**
 * The notes on the records `$3`. There may be 24,000 records, so the query uses the connections of
 * costly queries.
 */
export const NOTES_OF_RECORDS = costlyQuery<Pick<RecordNoteEntity, 'recordId' | 'note' | 'owner'>>(
  `SELECT record_id AS "recordId", note, owner FROM record_notes
   WHERE account_id = $1 AND domain_id = $2 AND record_id = ANY ($3::bigint[])`,
);
/**
 * Deletes at most `$2` notes on records that were deleted up to `$1` and that no stored version
 * has. A statement, because it skips rows that other transactions have locked.
 */
export const TIDY_NOTES = command(
  'domain.notes.tidy',
  `DELETE FROM record_notes WHERE ctid = ANY (ARRAY(
     SELECT n.ctid FROM record_notes n
     WHERE n.ended <= $1 AND NOT EXISTS (
       SELECT FROM zone_versions v WHERE v.account_id = n.account_id AND v.domain_id = n.domain_id AND v.created <= n.ended)
     ORDER BY n.ended LIMIT $2 FOR UPDATE SKIP LOCKED))`,
);
