import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

const PRIMARY_KEY = { primaryKeyConstraintName: 'zone_histories_pkey' };

/** How many bytes the versions of a zone take (D-241). */
@Entity('zone_histories')
@Index('zone_histories_ended_idx', ['domainId'], { where: 'ended' })
export class ZoneHistoryEntity {
  @ForeignKey('AccountEntity', { name: 'zone_histories_account_id_fkey', onDelete: 'CASCADE' })
  @PrimaryColumn('bigint', { name: 'account_id', ...PRIMARY_KEY })
  accountId: number;

  /** May be of a domain that was deleted. */
  @PrimaryColumn('bigint', { name: 'domain_id', ...PRIMARY_KEY })
  domainId: number;

  /** The newest version that `bytes` counts. */
  @Column('integer')
  version: number;

  @Column('bigint')
  bytes: number;

  /** Nothing can bring the domain back: a job deletes its versions, then this row. */
  @Column('boolean', { default: false })
  ended: boolean;
}
