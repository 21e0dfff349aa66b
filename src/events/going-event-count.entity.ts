import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';

/**
 * The number of an account's events in the partition that is dropped next, up to
 * `EventCountMarkEntity.goingId`.
 */
@Entity('going_event_counts')
export class GoingEventCountEntity {
  @ForeignKey('AccountEntity', { name: 'going_event_counts_account_id_fkey', onDelete: 'CASCADE' })
  @PrimaryColumn('bigint', { name: 'account_id', primaryKeyConstraintName: 'going_event_counts_pkey' })
  accountId: number;

  @Column('bigint')
  events: number;
}
