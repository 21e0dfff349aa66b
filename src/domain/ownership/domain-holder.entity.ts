import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { AccountEntity } from '../../access/account.entity.js';

/** A name that the operator gave to one account, with all names below it (D-202). */
@Entity('domain_holders')
@Index('domain_holders_account_id_idx', ['accountId'])
export class DomainHolderEntity {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'domain_holders_pkey' })
  domain: string;

  @ForeignKey(() => AccountEntity, { name: 'domain_holders_account_id_fkey', onDelete: 'CASCADE' })
  @Column('bigint', { name: 'account_id' })
  accountId: number;

  @Column({ type: 'timestamptz', precision: 0 })
  created: Date;
}
