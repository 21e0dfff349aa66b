import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { UserEntity } from '../../access/user.entity.js';

/** The table `phone_codes`; `code` is encrypted. */
@Entity('phone_codes')
@Index('phone_codes_expiry_idx', ['expiry'])
@ForeignKey(() => UserEntity, ['accountId', 'userId'], ['accountId', 'id'], {
  name: 'phone_codes_user_id_fkey',
  onDelete: 'CASCADE',
})
export class PhoneCodeEntity {
  @Column('bigint', { name: 'account_id' })
  accountId: number;

  @PrimaryColumn('bigint', { name: 'user_id', primaryKeyConstraintName: 'phone_codes_pkey' })
  userId: number;

  @PrimaryColumn('text', { name: 'phone_number', primaryKeyConstraintName: 'phone_codes_pkey' })
  phoneNumber: string;

  @Column('bytea')
  code: Buffer;

  @Column('boolean', { default: false })
  sent: boolean;

  @Column({ type: 'timestamptz', precision: 0 })
  expiry: Date;

  @Column('integer', { name: 'wrong_tries', default: 0 })
  wrongAttempts: number;
}
