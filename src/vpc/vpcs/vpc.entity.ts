import { Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';
import { AccountEntity } from '../../access/account.entity.js';

/** The table `vpcs`. */
@Entity('vpcs')
@Index('vpcs_account_id_key', ['accountId', 'id'], { unique: true })
export class VpcEntity {
  @PrimaryGeneratedColumn('identity', {
    type: 'bigint',
    generatedIdentity: 'ALWAYS',
    primaryKeyConstraintName: 'vpcs_pkey',
  })
  id: number;

  @ForeignKey(() => AccountEntity, { name: 'vpcs_account_id_fkey' })
  @Column('bigint', { name: 'account_id' })
  accountId: number;

  @Column('text')
  label: string;

  @Column('text', { default: '' })
  description: string;

  @Column('text')
  region: string;

  @Column({ type: 'timestamptz', precision: 0 })
  created: Date;

  @Column({ type: 'timestamptz', precision: 0 })
  updated: Date;
}
