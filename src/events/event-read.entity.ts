import { Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** The table of the events that users have read, as the migrations make it. */
@Entity('event_reads')
@Index('event_reads_event_id_idx', ['eventId'])
export class EventReadEntity {
  @ForeignKey('UserEntity', { name: 'event_reads_user_id_fkey', onDelete: 'CASCADE' })
  @PrimaryColumn('bigint', { name: 'user_id', primaryKeyConstraintName: 'event_reads_pkey' })
  userId: number;

  /** No foreign key: it would hold the event's partition (D-226). Whoever deletes events deletes their marks. */
  @PrimaryColumn('bigint', { name: 'event_id', primaryKeyConstraintName: 'event_reads_pkey' })
  eventId: number;
}
