import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import type { VersionedRecord } from '../versions/versioned-record.js';

/** A deleted domain that its account can restore (D-241). */
@Entity('deleted_domains')
@Index('deleted_domains_deleted_idx', ['deleted'])
export class DeletedDomainEntity {
  @ForeignKey('AccountEntity', { name: 'deleted_domains_account_id_fkey', onDelete: 'CASCADE' })
  @PrimaryColumn('bigint', { name: 'account_id', primaryKeyConstraintName: 'deleted_domains_pkey' })
  accountId: number;

  @PrimaryColumn('bigint', { primaryKeyConstraintName: 'deleted_domains_pkey' })
  id: number;

  @Column('text')
  domain: string;

  /** The time since which the domain had its name. */
  @Column({ type: 'timestamptz', precision: 0 })
  named: Date;

  @Column({ type: 'timestamptz', precision: 0 })
  deleted: Date;

  @Column('integer', { name: 'zone_version' })
  zoneVersion: number;

  /** The row of `domains`. */
  @Column('json')
  stored: object;

  @Column('json')
  records: readonly VersionedRecord[];
}
