import { Check, Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';
import { AccountEntity } from './account.entity.js';

/** The table `users`. */
@Entity('users')
@Check('users_user_type_check', `user_type IN ('default', 'proxy')`)
@Check('users_account_access_check', `account_access IN ('read_only', 'read_write')`)
@Check('users_lish_auth_method_check', `lish_auth_method IN ('password_keys', 'keys_only', 'disabled')`)
// On lower(username), which no decorator can express.
@Index('users_username_key', { synchronize: false })
@Index('users_account_id_key', ['accountId', 'id'], { unique: true })
export class UserEntity {
  @PrimaryGeneratedColumn('identity', {
    type: 'bigint',
    generatedIdentity: 'ALWAYS',
    primaryKeyConstraintName: 'users_pkey',
  })
  id: number;

  @ForeignKey(() => AccountEntity, { name: 'users_account_id_fkey' })
  @Column('bigint', { name: 'account_id' })
  accountId: number;

  @Column('text')
  username: string;

  @Column('text')
  email: string;

  @Column('boolean')
  restricted: boolean;

  @Column('text', { name: 'user_type', default: 'default' })
  userType: 'default' | 'proxy';

  @Column('text', { name: 'password_hash', nullable: true })
  passwordHash: string | null;

  @Column({ type: 'timestamptz', name: 'password_created', precision: 0, nullable: true })
  passwordCreated: Date | null;

  @Column('boolean', { name: 'two_factor_auth', default: false })
  twoFactorAuth: boolean;

  @Column('text', { name: 'account_access', nullable: true })
  accountAccess: 'read_only' | 'read_write' | null;

  @Column('text', { name: 'global_grants', array: true, default: '{}' })
  globalGrants: string[];

  @Column('bigint', { name: 'events_seen_id', default: 0 })
  eventsSeenId: number;

  @Column({ type: 'timestamptz', precision: 0 })
  created: Date;

  // The columns below belong to src/profile.

  @Column('boolean', { name: 'email_notifications', default: true })
  emailNotifications: boolean;

  @Column('text', { default: 'GMT' })
  timezone: string;

  @Column('text', { name: 'authorized_keys', array: true, nullable: true })
  authorizedKeys: string[] | null;

  @Column('text', { name: 'lish_auth_method', default: 'password_keys' })
  lishAuthMethod: string;

  @Column('boolean', { name: 'ip_whitelist_enabled', default: false })
  ipWhitelistEnabled: boolean;

  @Column('text', { name: 'verified_phone_number', nullable: true })
  verifiedPhoneNumber: string | null;
}
