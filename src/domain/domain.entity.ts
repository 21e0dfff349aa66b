import { Check, Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn, Unique } from 'typeorm';
import { AccountEntity } from '../access/account.entity.js';
import type { DomainStatus, DomainType } from './domain.rules.js';

/** A row of the table `domains`. */
@Entity('domains')
@Unique('domains_domain_key', ['domain'])
@Check('domains_type_check', `type IN ('master', 'slave')`)
@Check('domains_status_check', `status IN ('disabled', 'active')`)
@Check('domains_soa_email_check', `type <> 'master' OR soa_email <> ''`)
@Check('domains_master_ips_check', `type <> 'slave' OR cardinality(master_ips) > 0`)
@Check('domains_record_count_check', 'record_count BETWEEN 0 AND 12000')
@Index('domains_account_id_key', ['accountId', 'id'], { unique: true })
@Index('domains_slave_idx', ['id'], { where: `(type = 'slave'::text)` })
export class DomainEntity {
  @PrimaryGeneratedColumn('identity', {
    type: 'bigint',
    generatedIdentity: 'ALWAYS',
    primaryKeyConstraintName: 'domains_pkey',
  })
  id: number;

  @ForeignKey(() => AccountEntity, { name: 'domains_account_id_fkey' })
  @Column('bigint', { name: 'account_id' })
  accountId: number;

  @Column('text')
  domain: string;

  @Column('text')
  type: DomainType;

  @Column('text')
  status: DomainStatus;

  @Column('text')
  description: string;

  @Column('text', { name: 'domain_group' })
  group: string;

  @Column('text', { name: 'soa_email' })
  soaEmail: string;

  @Column('text', { name: 'master_ips', array: true })
  masterIps: string[];

  @Column('text', { name: 'axfr_ips', array: true })
  axfrIps: string[];

  @Column('integer', { name: 'expire_sec' })
  expireSec: number;

  @Column('integer', { name: 'refresh_sec' })
  refreshSec: number;

  @Column('integer', { name: 'retry_sec' })
  retrySec: number;

  @Column('integer', { name: 'ttl_sec' })
  ttlSec: number;

  @Column('text', { array: true })
  tags: string[];

  @Column('bigint')
  serial: number;

  @Column('integer', { name: 'record_count', default: 0 })
  recordCount: number;

  /** The number of the zone's newest version (D-241). */
  @Column('integer', { name: 'zone_version', default: 1 })
  zoneVersion: number;

  @Column({ type: 'timestamptz', precision: 0, default: () => 'now()' })
  created: Date;

  @Column({ type: 'timestamptz', precision: 0, default: () => 'now()' })
  updated: Date;

  /** When the domain got its name (D-203). */
  @Column({ type: 'timestamptz', precision: 0, default: () => 'now()' })
  named: Date;
}
