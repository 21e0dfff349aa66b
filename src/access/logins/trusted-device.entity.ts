import { Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn, Unique } from 'typeorm';
import { UserEntity } from '../user.entity.js';

/** The table `trusted_devices`. */
@Entity('trusted_devices')
@Unique('trusted_devices_token_hash_key', ['tokenHash'])
@Index('trusted_devices_user_id_idx', ['userId', 'id'])
@Index('trusted_devices_expiry_idx', ['expiry'])
@ForeignKey(() => UserEntity, ['accountId', 'userId'], ['accountId', 'id'], {
  name: 'trusted_devices_user_id_fkey',
  onDelete: 'CASCADE',
})
@Index('trusted_devices_account_id_key', ['accountId', 'id'], { unique: true })
export class TrustedDeviceEntity {
  @PrimaryGeneratedColumn('identity', {
    type: 'bigint',
    generatedIdentity: 'ALWAYS',
    primaryKeyConstraintName: 'trusted_devices_pkey',
  })
  id: number;

  @Column('bigint', { name: 'account_id' })
  accountId: number;

  @Column('bigint', { name: 'user_id' })
  userId: number;

  @Column('bytea', { name: 'token_hash' })
  tokenHash: Buffer;

  @Column('text', { name: 'user_agent' })
  userAgent: string;

  @Column({ type: 'timestamptz', precision: 0 })
  created: Date;

  @Column({ type: 'timestamptz', precision: 0 })
  expiry: Date;

  @Column({ type: 'timestamptz', name: 'last_authenticated', precision: 0 })
  lastAuthenticated: Date;

  @Column('text', { name: 'last_remote_addr' })
  lastRemoteAddr: string;
}
