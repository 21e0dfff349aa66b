import { Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn, Unique } from 'typeorm';
import { UserEntity } from '../../access/user.entity.js';

/** A login that waits for its two-factor code. */
@Entity('pending_logins')
@Unique('pending_logins_token_hash_key', ['tokenHash'])
@Index('pending_logins_user_id_idx', ['userId'])
@Index('pending_logins_login_id_idx', ['loginId'])
@Index('pending_logins_expiry_idx', ['expiry'])
@ForeignKey(() => UserEntity, ['accountId', 'userId'], ['accountId', 'id'], {
  name: 'pending_logins_user_id_fkey',
  onDelete: 'CASCADE',
})
export class PendingLoginEntity {
  @PrimaryGeneratedColumn('identity', {
    type: 'bigint',
    generatedIdentity: 'ALWAYS',
    primaryKeyConstraintName: 'pending_logins_pkey',
  })
  id: number;

  @Column('bigint', { name: 'account_id' })
  accountId: number;

  @Column('bigint', { name: 'user_id' })
  userId: number;

  @Column('bytea', { name: 'token_hash' })
  tokenHash: Buffer;

  /** No foreign key: it would hold the login's partition (D-226). */
  @Column('bigint', { name: 'login_id' })
  loginId: number;

  @Column('boolean')
  remember: boolean;

  @Column('integer', { name: 'wrong_codes', default: 0 })
  wrongCodes: number;

  @Column({ type: 'timestamptz', precision: 0 })
  expiry: Date;
}
