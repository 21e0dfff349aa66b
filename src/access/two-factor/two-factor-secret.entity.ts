import { Check, Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { UserEntity } from '../user.entity.js';

/** The table `two_factor_secrets`; both secrets are encrypted. */
@Entity('two_factor_secrets')
@Check('two_factor_secrets_active', '(secret IS NULL) = (last_step IS NULL)')
@Check('two_factor_secrets_pending', '(pending_secret IS NULL) = (pending_expiry IS NULL)')
@ForeignKey(() => UserEntity, ['accountId', 'userId'], ['accountId', 'id'], {
  name: 'two_factor_secrets_user_id_fkey',
  onDelete: 'CASCADE',
})
export class TwoFactorSecretEntity {
  @Column('bigint', { name: 'account_id' })
  accountId: number;

  @PrimaryColumn('bigint', { name: 'user_id', primaryKeyConstraintName: 'two_factor_secrets_pkey' })
  userId: number;

  @Column('bytea', { nullable: true })
  secret: Buffer | null;

  @Column('bigint', { name: 'last_step', nullable: true })
  lastStep: number | null;

  @Column('bytea', { name: 'scratch_code_hash', nullable: true })
  scratchCodeHash: Buffer | null;

  @Column('bytea', { name: 'pending_secret', nullable: true })
  pendingSecret: Buffer | null;

  @Column({ type: 'timestamptz', name: 'pending_expiry', precision: 0, nullable: true })
  pendingExpiry: Date | null;
}
