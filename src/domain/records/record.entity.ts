import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';
import { DomainEntity } from '../domain.entity.js';

const PRIMARY_KEY = { primaryKeyConstraintName: 'records_pkey' };

/** A row of the table `records`. */
@Entity('records')
@Check('records_type_check', `type IN ('A', 'AAAA', 'NS', 'MX', 'CNAME', 'TXT', 'SRV', 'PTR', 'CAA', 'DS')`)
@Check('records_fqdn_check', 'length(fqdn) <= 253')
@Index('records_fqdn_idx', ['fqdn'])
@Index('records_soa_idx', ['fqdn'], { where: `type = 'SOA'` })
@Index('records_delegations_idx', ['domainId', 'fqdn'], {
  where: `((type = 'NS'::text) AND (name <> ''::text) AND (rdata IS NOT NULL))`,
})
export class RecordEntity {
  @Column('bigint', { name: 'account_id' })
  accountId: number;

  @ForeignKey(() => DomainEntity, { name: 'records_domain_id_fkey', onDelete: 'CASCADE' })
  @PrimaryColumn('bigint', { name: 'domain_id', ...PRIMARY_KEY })
  domainId: number;

  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS', ...PRIMARY_KEY })
  id: number;

  @Column('text')
  type: string;

  @Column('text')
  name: string;

  @Column('text')
  target: string;

  @Column('integer', { name: 'ttl_sec' })
  ttlSec: number;

  @Column('integer')
  priority: number;

  @Column('integer')
  weight: number;

  @Column('integer')
  port: number;

  @Column('text', { nullable: true })
  service: string | null;

  @Column('text', { nullable: true })
  protocol: string | null;

  @Column('text', { nullable: true })
  tag: string | null;

  @Column({ type: 'timestamptz', precision: 0 })
  created: Date;

  @Column({ type: 'timestamptz', precision: 0 })
  updated: Date;

  @Column('text')
  fqdn: string;

  @Column('text', { nullable: true })
  rdata: string | null;
}
