import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { AccountEntity } from '../account.entity.js';

/** The table `oauth_clients`. */
@Entity('oauth_clients')
@Check('oauth_clients_id_check', `id ~ '^[0-9a-f]{20}$'`)
@Check('oauth_clients_check', 'public = (secret_hash IS NULL)')
@Index('oauth_clients_account_id_idx', ['accountId'])
export class OAuthClientEntity {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'oauth_clients_pkey' })
  id: string;

  @ForeignKey(() => AccountEntity, { name: 'oauth_clients_account_id_fkey', onDelete: 'CASCADE' })
  @Column('bigint', { name: 'account_id' })
  accountId: number;

  @Column('text')
  label: string;

  @Column('text', { name: 'redirect_uri' })
  redirectUri: string;

  @Column('boolean', { default: false })
  public: boolean;

  @Column('text', { default: 'active' })
  status: string;

  @Column('bytea', { name: 'secret_hash', nullable: true })
  secretHash: Buffer | null;

  @Column('text', { default: '' })
  website: string;

  @Column('text', { name: 'thumbnail_url', nullable: true })
  thumbnailUrl: string | null;

  @Column({ type: 'timestamptz', precision: 0 })
  created: Date;
}
