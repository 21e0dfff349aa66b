import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';

/** The number of an account's events up to the `countedId` of `EventCountMarkEntity`. */
@Entity('event_counts')
export class EventCountEntity {
  @ForeignKey('AccountEntity', { name: 'event_counts_account_id_fkey', onDelete: 'CASCADE' })
  @PrimaryColumn('bigint', { name: 'account_id', primaryKeyConstraintName: 'event_counts_pkey' })
  accountId: number;

  @Column('bigint')
  events: number;
}
