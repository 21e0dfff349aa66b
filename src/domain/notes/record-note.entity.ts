import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

const PRIMARY_KEY = { primaryKeyConstraintName: 'record_notes_pkey' };

/**
 * A note on a record (D-301). It outlives the record, because the restore of a version or of the
 * domain can restore the record.
 */
@Entity('record_notes')
@Index('record_notes_ended_idx', ['ended'], { where: '(ended IS NOT NULL)' })
export class RecordNoteEntity {
  @ForeignKey('AccountEntity', { name: 'record_notes_account_id_fkey', onDelete: 'CASCADE' })
  @PrimaryColumn('bigint', { name: 'account_id', ...PRIMARY_KEY })
  accountId: number;

  @PrimaryColumn('bigint', { name: 'domain_id', ...PRIMARY_KEY })
  domainId: number;

  @PrimaryColumn('bigint', { name: 'record_id', ...PRIMARY_KEY })
  recordId: number;

  @Column('text')
  note: string;

  @Column('text')
  owner: string;

  /** When the record was deleted; null while it exists. */
  @Column({ type: 'timestamptz', precision: 0, nullable: true })
  ended: Date | null;
}
