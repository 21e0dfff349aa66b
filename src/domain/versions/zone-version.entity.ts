import { Column, Entity, ForeignKey, Index, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';

/**
 * A version of a zone, with the records that its change removed and added (D-241). The table is
 * partitioned by `kept_since`, so that column is part of the primary key.
 */
@Entity('zone_versions')
@Index('zone_versions_account_id_idx', ['accountId', 'domainId', 'version'])
@Index('zone_versions_moved_idx', ['domainId', 'version'], { where: 'kept_since > created' })
export class ZoneVersionEntity {
  @PrimaryGeneratedColumn('identity', {
    type: 'bigint',
    generatedIdentity: 'ALWAYS',
    primaryKeyConstraintName: 'zone_versions_pkey',
  })
  id: number;

  @ForeignKey('AccountEntity', { name: 'zone_versions_account_id_fkey', onDelete: 'CASCADE' })
  @Column('bigint', { name: 'account_id' })
  accountId: number;

  /** The id of a domain that may be deleted. */
  @Column('bigint', { name: 'domain_id' })
  domainId: number;

  @Column('integer')
  version: number;

  @Column('bigint')
  serial: number;

  @Column({ type: 'timestamptz', precision: 0 })
  created: Date;

  @PrimaryColumn({
    type: 'timestamptz',
    name: 'kept_since',
    precision: 0,
    primaryKeyConstraintName: 'zone_versions_pkey',
  })
  keptSince: Date;

  @Column('text', { nullable: true })
  username: string | null;

  @Column('bigint', { name: 'token_id', nullable: true })
  tokenId: number | null;

  @Column('uuid', { name: 'request_id', nullable: true })
  requestId: string | null;

  @Column('text', { default: '' })
  description: string;

  @Column('integer', { name: 'records_created' })
  recordsCreated: number;

  @Column('integer', { name: 'records_updated' })
  recordsUpdated: number;

  @Column('integer', { name: 'records_deleted' })
  recordsDeleted: number;

  @Column('json', { nullable: true })
  removed: object | null;

  @Column('json', { nullable: true })
  added: object | null;

  @Column('json', { nullable: true })
  settings: object | null;
}
