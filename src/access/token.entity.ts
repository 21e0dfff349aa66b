import { Check, Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn, Unique } from 'typeorm';
import { AuthorizedAppEntity } from './oauth-clients/authorized-app.entity.js';
import type { OpenKind } from './narrowing/narrowing.js';
import { OAuthClientEntity } from './oauth-clients/oauth-client.entity.js';
import { UserEntity } from './user.entity.js';

/** The table `tokens`: personal access tokens and the access tokens of OAuth applications. */
@Entity('tokens')
@Unique('tokens_token_hash_key', ['tokenHash'])
@Check('tokens_kind_check', `kind IN ('personal', 'oauth')`)
@Check('tokens_check', `kind = 'personal' OR client_id IS NOT NULL`)
@Check('tokens_authorized_app_check', `(kind = 'oauth') = (authorized_app_id IS NOT NULL)`)
@Index('tokens_unused_until_idx', ['unusedUntil'], { where: 'unused_until IS NOT NULL' })
@Index('tokens_user_id_idx', ['userId', 'id'])
@Index('tokens_personal_idx', ['userId', 'id', 'expiry', 'unusedUntil'], { where: `kind = 'personal'` })
@Index('tokens_client_id_idx', ['clientId'], { where: 'client_id IS NOT NULL' })
@Index('tokens_expiry_idx', ['expiry'], { where: 'expiry IS NOT NULL' })
@Index('tokens_authorized_app_id_idx', ['authorizedAppId'], { where: 'authorized_app_id IS NOT NULL' })
@Index('tokens_oauth_grant_id_idx', ['oauthGrantId'], { where: 'oauth_grant_id IS NOT NULL' })
@Index('tokens_made_under_grant_id_idx', ['madeUnderGrantId'], { where: 'made_under_grant_id IS NOT NULL' })
@ForeignKey(() => UserEntity, ['accountId', 'userId'], ['accountId', 'id'], {
  name: 'tokens_user_id_fkey',
  onDelete: 'CASCADE',
})
@Index('tokens_account_id_key', ['accountId', 'id'], { unique: true })
@ForeignKey(() => AuthorizedAppEntity, ['accountId', 'authorizedAppId'], ['accountId', 'id'], {
  name: 'tokens_authorized_app_id_fkey',
  onDelete: 'CASCADE',
})
@ForeignKey('OAuthGrantEntity', ['accountId', 'oauthGrantId'], ['accountId', 'id'], {
  name: 'tokens_oauth_grant_id_fkey',
  onDelete: 'CASCADE',
})
export class TokenEntity {
  @PrimaryGeneratedColumn('identity', {
    type: 'bigint',
    generatedIdentity: 'ALWAYS',
    primaryKeyConstraintName: 'tokens_pkey',
  })
  id: number;

  @Column('bigint', { name: 'account_id' })
  accountId: number;

  @Column('bigint', { name: 'user_id' })
  userId: number;

  @Column('text')
  kind: 'personal' | 'oauth';

  @ForeignKey(() => OAuthClientEntity, { name: 'tokens_client_id_fkey', onDelete: 'CASCADE' })
  @Column('text', { name: 'client_id', nullable: true })
  clientId: string | null;

  @Column('text')
  label: string;

  @Column('text')
  scopes: string;

  @Column('bytea', { name: 'token_hash' })
  tokenHash: Buffer;

  @Column('text', { name: 'token_prefix', nullable: true })
  tokenPrefix: string | null;

  @Column({ type: 'timestamptz', precision: 0 })
  created: Date;

  @Column({ type: 'timestamptz', precision: 0, nullable: true })
  expiry: Date | null;

  /**
   * Whether the token has restrictions: the columns below and rows of `token_restrictions` (D-237).
   */
  @Column('boolean', { default: false })
  narrowed: boolean;

  /** The kinds that a narrowed token reaches without rows in `token_restrictions` (D-279). */
  @Column('text', { name: 'wholes', array: true, default: () => "'{}'" })
  openKinds: OpenKind[];

  @Column('cidr', { array: true, nullable: true })
  sources: string[] | null;

  @Column('integer', { name: 'unused_days', nullable: true })
  unusedDays: number | null;

  /** When the token ends without another use. A use moves it at most once an hour. */
  @Column({ type: 'timestamptz', name: 'unused_until', precision: 0, nullable: true })
  unusedUntil: Date | null;

  /** The day (UTC) of the last use. */
  @Column('date', { name: 'last_used', nullable: true })
  lastUsed: string | null;

  // The columns below belong to src/profile.

  @Column('bigint', { name: 'authorized_app_id', nullable: true })
  authorizedAppId: number | null;

  // The columns below belong to src/auth.

  @Column('text', { name: 'oauth_grant_id', nullable: true })
  oauthGrantId: string | null;

  /**
   * The consent under which an application's token created this personal token, directly or
   * indirectly (D-208).
   */
  @Column('text', { name: 'made_under_grant_id', nullable: true })
  madeUnderGrantId: string | null;
}
