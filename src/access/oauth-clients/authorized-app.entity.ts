import { Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn, Unique } from 'typeorm';
import { OAuthClientEntity } from './oauth-client.entity.js';
import { UserEntity } from '../user.entity.js';

/** The table `authorized_apps`. */
@Entity('authorized_apps')
@Unique('authorized_apps_user_id_client_id_key', ['userId', 'clientId'])
@Index('authorized_apps_client_id_idx', ['clientId'])
@ForeignKey(() => UserEntity, ['accountId', 'userId'], ['accountId', 'id'], {
  name: 'authorized_apps_user_id_fkey',
  onDelete: 'CASCADE',
})
@Index('authorized_apps_account_id_key', ['accountId', 'id'], { unique: true })
export class AuthorizedAppEntity {
  @PrimaryGeneratedColumn('identity', {
    type: 'bigint',
    generatedIdentity: 'ALWAYS',
    primaryKeyConstraintName: 'authorized_apps_pkey',
  })
  id: number;

  @Column('bigint', { name: 'account_id' })
  accountId: number;

  @Column('bigint', { name: 'user_id' })
  userId: number;

  @ForeignKey(() => OAuthClientEntity, { name: 'authorized_apps_client_id_fkey', onDelete: 'CASCADE' })
  @Column('text', { name: 'client_id' })
  clientId: string;

  @Column('text')
  scopes: string;

  @Column({ type: 'timestamptz', precision: 0 })
  created: Date;

  @Column({ type: 'timestamptz', name: 'refresh_expiry', precision: 0, nullable: true })
  refreshExpiry: Date | null;

  /** The day (UTC) on which the application last got a token. */
  @Column('date', { name: 'last_used', nullable: true })
  lastUsed: string | null;
}
