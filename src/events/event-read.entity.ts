import { Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { EventEntity } from './event.entity.js';

/** The table of the events that users have read, as the migrations make it. */
@Entity('event_reads')
@Index('event_reads_event_id_idx', ['eventId'])
export class EventReadEntity {
  @ForeignKey('UserEntity', { name: 'event_reads_user_id_fkey', onDelete: 'CASCADE' })
  @PrimaryColumn('bigint', { name: 'user_id', primaryKeyConstraintName: 'event_reads_pkey' })
  userId: number;

  @ForeignKey(() => EventEntity, { name: 'event_reads_event_id_fkey', onDelete: 'CASCADE' })
  @PrimaryColumn('bigint', { name: 'event_id', primaryKeyConstraintName: 'event_reads_pkey' })
  eventId: number;
}
