import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { DomainEntity } from './domain.entity.js';
import type { SigningStatus } from './dnssec/dnssec.rules.js';

/** A zone that PowerDNS signs (D-244). */
@Entity({ name: 'signed_zones', schema: 'pdns' })
@Check(
  'signed_zones_status_check',
  `status IN ('preparing', 'signed', 'rolling', 'replacing', 'retiring', 'ending', 'unsigning')`,
)
@Index('signed_zones_due_idx', ['due'])
@Index('signed_zones_account_id_key', ['accountId', 'domainId'], { unique: true })
@ForeignKey(() => DomainEntity, ['accountId', 'domainId'], ['accountId', 'id'], {
  name: 'signed_zones_domain_id_fkey',
  onDelete: 'CASCADE',
})
export class SignedZoneEntity {
  @Column('bigint', { name: 'account_id' })
  accountId: number;

  @PrimaryColumn('bigint', { name: 'domain_id', primaryKeyConstraintName: 'signed_zones_pkey' })
  domainId: number;

  @Column('text')
  status: SigningStatus;

  @Column({ type: 'timestamptz', precision: 0 })
  since: Date;

  /** When the status ends by itself; null when it does not. */
  @Column({ type: 'timestamptz', precision: 0, nullable: true })
  until: Date | null;

  /** The TTL of the zone's DS records in the parent zone. */
  @Column('integer', { name: 'ds_ttl_sec' })
  dsTtlSec: number;

  /** When secondaries last got a NOTIFY to fetch fresh signatures. */
  @Column({ type: 'timestamptz', precision: 0 })
  renewed: Date;

  @Column({ type: 'timestamptz', precision: 0 })
  due: Date;

  /** Whether the service updates its DS records in the domain above of the same account (D-293). */
  @Column('boolean', { default: false })
  delegated: boolean;
}
