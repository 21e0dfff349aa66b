import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { OAuthGrantEntity } from './oauth-grant.entity.js';

/**
 * An authorization request in progress, a code or a refresh token, as the OAuth library stores it.
 */
@Entity('oauth_payloads')
@Check('oauth_payloads_kind_check', `kind IN ('Interaction', 'AuthorizationCode', 'RefreshToken')`)
@Index('oauth_payloads_grant_id_idx', ['grantId'], { where: 'grant_id IS NOT NULL' })
@Index('oauth_payloads_expiry_idx', ['expiry'])
@Index('oauth_payloads_consumed_idx', ['consumed'], { where: 'consumed IS NOT NULL' })
export class OAuthPayloadEntity {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'oauth_payloads_pkey' })
  kind: string;

  @PrimaryColumn('bytea', { name: 'id_hash', primaryKeyConstraintName: 'oauth_payloads_pkey' })
  idHash: Buffer;

  @ForeignKey(() => OAuthGrantEntity, { name: 'oauth_payloads_grant_id_fkey', onDelete: 'CASCADE' })
  @Column('text', { name: 'grant_id', nullable: true })
  grantId: string | null;

  @Column('jsonb')
  payload: object;

  @Column({ type: 'timestamptz', precision: 0, nullable: true })
  consumed: Date | null;

  @Column({ type: 'timestamptz', precision: 0 })
  expiry: Date;
}
