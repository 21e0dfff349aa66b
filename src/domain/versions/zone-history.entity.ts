import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

const PRIMARY_KEY = { primaryKeyConstraintName: 'zone_histories_pkey' };

/** The bytes that the versions of a zone take (D-241). */
@Entity('zone_histories')
@Index('zone_histories_ended_idx', ['domainId'], { where: 'ended' })
export class ZoneHistoryEntity {
  @ForeignKey('AccountEntity', { name: 'zone_histories_account_id_fkey', onDelete: 'CASCADE' })
  @PrimaryColumn('bigint', { name: 'account_id', ...PRIMARY_KEY })
  accountId: number;

  /** The id of a domain that may be deleted. */
  @PrimaryColumn('bigint', { name: 'domain_id', ...PRIMARY_KEY })
  domainId: number;

  /** The newest version that `bytes` counts. */
  @Column('integer')
  version: number;

  @Column('bigint')
  bytes: number;

  /** Whether the domain cannot be restored. A job then deletes its versions, and this row. */
  @Column('boolean', { default: false })
  ended: boolean;
}
