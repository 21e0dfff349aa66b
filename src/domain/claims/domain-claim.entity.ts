import { Check, Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';
import { AccountEntity } from '../../access/account.entity.js';
import type { ClaimStatus } from './claim.rules.js';

/** A name that an account proves to own at the registry (D-204). */
// Another index is on reverse(domain), which no decorator can express.
@Entity('domain_claims')
@Check('domain_claims_status_check', `status IN ('pending', 'verified', 'done', 'expired', 'withdrawn')`)
@Index('domain_claims_account_id_idx', ['accountId', 'id'])
@Index('domain_claims_open_key', ['accountId', 'domain'], {
  unique: true,
  where: `status IN ('pending', 'verified')`,
})
@Index('domain_claims_done_key', ['domain'], { unique: true, where: `status = 'done'` })
@Index('domain_claims_next_check_idx', ['nextCheck'], { where: 'next_check IS NOT NULL' })
@Index('domain_claims_expires_idx', ['expires'])
@Index('domain_claims_domain_idx', ['domain'], { where: `status IN ('verified', 'done')` })
export class DomainClaimEntity {
  @PrimaryGeneratedColumn('identity', {
    type: 'bigint',
    generatedIdentity: 'ALWAYS',
    primaryKeyConstraintName: 'domain_claims_pkey',
  })
  id: number;

  @ForeignKey(() => AccountEntity, { name: 'domain_claims_account_id_fkey', onDelete: 'CASCADE' })
  @Column('bigint', { name: 'account_id' })
  accountId: number;

  @Column('text')
  domain: string;

  @Column('text')
  status: ClaimStatus;

  @Column('text')
  nameserver: string;

  @Column({ type: 'timestamptz', precision: 0 })
  created: Date;

  /** When the status ends, or ended. */
  @Column({ type: 'timestamptz', precision: 0 })
  expires: Date;

  @Column({ name: 'next_check', type: 'timestamptz', precision: 0, nullable: true })
  nextCheck: Date | null;
}
