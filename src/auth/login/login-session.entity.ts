import { Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn, Unique } from 'typeorm';
import { TrustedDeviceEntity } from '../../access/logins/trusted-device.entity.js';
import { UserEntity } from '../../access/user.entity.js';

/** A browser's login. */
@Entity('login_sessions')
@Unique('login_sessions_token_hash_key', ['tokenHash'])
@Index('login_sessions_user_id_idx', ['userId'])
@Index('login_sessions_trusted_device_id_idx', ['trustedDeviceId'], {
  where: 'trusted_device_id IS NOT NULL',
})
@Index('login_sessions_expiry_idx', ['expiry'])
@ForeignKey(() => UserEntity, ['accountId', 'userId'], ['accountId', 'id'], {
  name: 'login_sessions_user_id_fkey',
  onDelete: 'CASCADE',
})
@ForeignKey(() => TrustedDeviceEntity, ['accountId', 'trustedDeviceId'], ['accountId', 'id'], {
  name: 'login_sessions_trusted_device_id_fkey',
  onDelete: 'CASCADE',
})
export class LoginSessionEntity {
  @PrimaryGeneratedColumn('identity', {
    type: 'bigint',
    generatedIdentity: 'ALWAYS',
    primaryKeyConstraintName: 'login_sessions_pkey',
  })
  id: number;

  @Column('bigint', { name: 'account_id' })
  accountId: number;

  @Column('bigint', { name: 'user_id' })
  userId: number;

  @Column('bytea', { name: 'token_hash' })
  tokenHash: Buffer;

  @Column('bigint', { name: 'trusted_device_id', nullable: true })
  trustedDeviceId: number | null;

  @Column('text', { name: 'user_agent', default: '' })
  userAgent: string;

  @Column('text', { default: '' })
  address: string;

  @Column({ type: 'timestamptz', precision: 0 })
  created: Date;

  @Column({ type: 'timestamptz', precision: 0 })
  expiry: Date;
}
