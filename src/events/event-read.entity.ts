import { Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { FilledAccountId } from '../database/filled-account-id.js';

/** The table of the events that users have read, as the migrations make it. */
@Entity('event_reads')
@Index('event_reads_event_id_idx', ['eventId'])
@ForeignKey('UserEntity', ['accountId', 'userId'], ['accountId', 'id'], {
  name: 'event_reads_user_id_fkey',
  onDelete: 'CASCADE',
})
export class EventReadEntity {
  @FilledAccountId()
  accountId?: number;

  @PrimaryColumn('bigint', { name: 'user_id', primaryKeyConstraintName: 'event_reads_pkey' })
  userId: number;

  /** No foreign key: it would hold the event's partition (D-226). Whoever deletes events deletes their marks. */
  @PrimaryColumn('bigint', { name: 'event_id', primaryKeyConstraintName: 'event_reads_pkey' })
  eventId: number;
}
