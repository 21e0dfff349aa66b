import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import type { Tx } from '../../database/reader.js';
import { RecordEntity } from '../records/record.entity.js';
import type { ZoneDiff } from '../versions/zone-diff.js';
import type { NoteResponse, Notes } from './note.view.js';
import { NOTES_OF_RECORDS, TIDY_NOTES } from './notes.sql.js';
import { RecordNoteEntity } from './record-note.entity.js';

/** The key of a record. */
export interface NotedRecord {
  readonly accountId: number;
  readonly domainId: number;
  readonly recordId: number;
}

@Injectable()
export class NotesRepository {
  constructor(private readonly database: Database) {}

  /** @returns null for a record without a note */
  find({ accountId, domainId, recordId }: NotedRecord, tx?: Tx): Promise<RecordNoteEntity | null> {
    return (tx ?? this.database).repository(RecordNoteEntity).findOneBy({ accountId, domainId, recordId });
  }

  /** Locks the record, if it exists, so that changes of its note run one after the other. */
  async lockRecord(tx: Tx, { accountId, domainId, recordId }: NotedRecord): Promise<void> {
    const where = { accountId, domainId, id: recordId };
    const lock = { mode: 'pessimistic_write' } as const;
    await tx.repository(RecordEntity).findOne({ select: { id: true, domainId: true }, where, lock });
  }

  /** Writes the note of a locked record. Two empty texts delete it. */
  async write(
    tx: Tx,
    { accountId, domainId, recordId }: NotedRecord,
    { note, owner }: NoteResponse,
  ): Promise<void> {
    const key = { accountId, domainId, recordId };
    const notes = tx.repository(RecordNoteEntity);
    await notes.delete(key);
    if (note !== '' || owner !== '') await notes.insert({ ...key, note, owner });
  }

  /** The notes on the records of a difference, including deleted records. */
  async ofDiff(
    { accountId, id: domainId }: { readonly accountId: number; readonly id: number },
    { created, updated, deleted }: ZoneDiff,
    tx?: Tx,
  ): Promise<Notes> {
    const records = [...created, ...deleted, ...updated.map(({ after }) => after)];
    if (records.length === 0) return new Map();
    const ids = records.map(({ id }) => id);
    const found = await (tx ?? this.database).rows(NOTES_OF_RECORDS, [accountId, domainId, ids]);
    return new Map(found.map(({ recordId, note, owner }) => [recordId, { note, owner }]));
  }

  /**
   * Deletes notes on records that were deleted up to `before` and that no stored version has.
   * @returns the number of deleted notes
   */
  tidy(tx: Tx, before: Date, limit: number): Promise<number> {
    return tx.run(TIDY_NOTES, [before, limit]);
  }
}
