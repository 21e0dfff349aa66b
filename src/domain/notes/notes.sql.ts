import { command, costlyQuery } from '../../database/statement.js';
import type { RecordNoteEntity } from './record-note.entity.js';

/** A statement, because there may be 24,000 records: it reads apart from plain reads. */
export const NOTES_OF_RECORDS = costlyQuery<Pick<RecordNoteEntity, 'recordId' | 'note' | 'owner'>>(
  `SELECT record_id AS "recordId", note, owner FROM record_notes
   WHERE account_id = $1 AND domain_id = $2 AND record_id = ANY ($3::bigint[])`,
);
/** A statement, because it skips rows that others have locked. */
export const TIDY_NOTES = command(
  'domain.notes.tidy',
  `DELETE FROM record_notes WHERE (account_id, domain_id, record_id) IN (
     SELECT account_id, domain_id, record_id FROM record_notes WHERE ended <= $1 ORDER BY ended LIMIT $2 FOR UPDATE SKIP LOCKED)`,
);
