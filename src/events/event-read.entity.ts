import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** The table of the events that users have read. Migrations create it. */
@Entity('event_reads')
@Index('event_reads_event_id_idx', ['eventId'])
@ForeignKey('UserEntity', ['accountId', 'userId'], ['accountId', 'id'], {
  name: 'event_reads_user_id_fkey',
  onDelete: 'CASCADE',
})
export class EventReadEntity {
  @Column('bigint', { name: 'account_id' })
  accountId: number;

  @PrimaryColumn('bigint', { name: 'user_id', primaryKeyConstraintName: 'event_reads_pkey' })
  userId: number;

  /**
   * No foreign key: it would lock the event's partition (D-226). The deletion of events deletes
   * their marks.
   */
  @PrimaryColumn('bigint', { name: 'event_id', primaryKeyConstraintName: 'event_reads_pkey' })
  eventId: number;
}
