import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

/** A name that an account had and gave up (D-203). */
// Another index is on reverse(domain), which no decorator can express.
@Entity('former_domains')
@Index('former_domains_domain_idx', ['domain'])
export class FormerDomainEntity {
  @PrimaryGeneratedColumn('identity', {
    type: 'bigint',
    generatedIdentity: 'ALWAYS',
    primaryKeyConstraintName: 'former_domains_pkey',
  })
  id: number;

  @Column('text')
  domain: string;

  /** The account may no longer exist. */
  @Column('bigint', { name: 'account_id' })
  accountId: number;

  @Column({ type: 'timestamptz', precision: 0 })
  since: Date;

  @Column({ type: 'timestamptz', precision: 0 })
  until: Date;
}
