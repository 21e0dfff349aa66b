import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { AuthorizedAppEntity } from '../../access/oauth-clients/authorized-app.entity.js';
import { OAuthClientEntity } from '../../access/oauth-clients/oauth-client.entity.js';
import { UserEntity } from '../../access/user.entity.js';

/** What a user allows a client in one consent. */
@Entity('oauth_grants')
@Index('oauth_grants_user_id_idx', ['userId'])
@Index('oauth_grants_client_id_idx', ['clientId'])
@Index('oauth_grants_authorized_app_id_idx', ['authorizedAppId'], { where: 'authorized_app_id IS NOT NULL' })
@ForeignKey(() => UserEntity, ['accountId', 'userId'], ['accountId', 'id'], {
  name: 'oauth_grants_user_id_fkey',
  onDelete: 'CASCADE',
})
@Index('oauth_grants_account_id_key', ['accountId', 'id'], { unique: true })
@ForeignKey(() => AuthorizedAppEntity, ['accountId', 'authorizedAppId'], ['accountId', 'id'], {
  name: 'oauth_grants_authorized_app_id_fkey',
  onDelete: 'CASCADE',
})
export class OAuthGrantEntity {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'oauth_grants_pkey' })
  id: string;

  @Column('bigint', { name: 'account_id' })
  accountId: number;

  @Column('bigint', { name: 'user_id' })
  userId: number;

  @ForeignKey(() => OAuthClientEntity, { name: 'oauth_grants_client_id_fkey', onDelete: 'CASCADE' })
  @Column('text', { name: 'client_id' })
  clientId: string;

  @Column('bigint', { name: 'authorized_app_id', nullable: true })
  authorizedAppId: number | null;

  @Column('jsonb')
  payload: object;

  @Column({ type: 'timestamptz', precision: 0 })
  created: Date;
}
