import { Check, Column, Entity, ForeignKey, Generated, Index, PrimaryGeneratedColumn } from 'typeorm';

/** The table `accounts`. */
@Entity('accounts')
@Check('accounts_vpc_count_check', 'vpc_count >= 0')
@Check('accounts_domain_count_check', 'domain_count >= 0')
@Check('accounts_private_image_count_check', 'private_image_count >= 0')
@Index('accounts_parent_account_id_idx', ['parentAccountId'])
export class AccountEntity {
  @PrimaryGeneratedColumn('identity', {
    type: 'bigint',
    generatedIdentity: 'ALWAYS',
    primaryKeyConstraintName: 'accounts_pkey',
  })
  id: number;

  @Column('text')
  company: string;

  @Column('text')
  email: string;

  @Generated('uuid')
  @Column('uuid')
  euuid: string;

  @ForeignKey(() => AccountEntity, { name: 'accounts_parent_account_id_fkey' })
  @Column('bigint', { name: 'parent_account_id', nullable: true })
  parentAccountId: number | null;

  @Column({ type: 'timestamptz', name: 'active_since', precision: 0 })
  activeSince: Date;

  @Column('numeric', { name: 'payments_total_usd', default: 0 })
  paymentsTotalUsd: number;

  @Column('integer', { name: 'referrals_completed', default: 0 })
  referralsCompleted: number;

  @Column('numeric', { name: 'referrals_credit', default: 0 })
  referralsCredit: number;

  @Column('integer', { name: 'referrals_pending', default: 0 })
  referralsPending: number;

  @Column('integer', { name: 'referrals_total', default: 0 })
  referralsTotal: number;

  @Column('integer', { name: 'vpc_count', default: 0 })
  vpcCount: number;

  // The columns below belong to src/profile.

  @Column('text', {
    name: 'referral_code',
    default: () => `"left"(encode(sha256(uuid_send(gen_random_uuid())), 'hex'), 40)`,
  })
  referralCode: string;

  // The columns below belong to src/domain.

  @Column('integer', { name: 'domain_count', default: 0 })
  domainCount: number;

  // The columns below belong to src/image.

  @Column('integer', { name: 'private_image_count', default: 0 })
  privateImageCount: number;
}
