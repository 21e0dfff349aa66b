import { Check, Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn, Unique } from 'typeorm';
import { UserEntity } from '../../access/user.entity.js';

/** A user's passkey: the public half of a WebAuthn credential. */
@Entity('passkeys')
@Unique('passkeys_credential_id_key', ['credentialId'])
@Check('passkeys_credential_id_check', 'octet_length(credential_id) BETWEEN 1 AND 1023')
@Check('passkeys_public_key_check', 'octet_length(public_key) <= 1024')
@Index('passkeys_user_id_idx', ['userId', 'id'])
@ForeignKey(() => UserEntity, ['accountId', 'userId'], ['accountId', 'id'], {
  name: 'passkeys_user_id_fkey',
  onDelete: 'CASCADE',
})
export class PasskeyEntity {
  @PrimaryGeneratedColumn('identity', {
    type: 'bigint',
    generatedIdentity: 'ALWAYS',
    primaryKeyConstraintName: 'passkeys_pkey',
  })
  id: number;

  @Column('bigint', { name: 'account_id' })
  accountId: number;

  @Column('bigint', { name: 'user_id' })
  userId: number;

  @Column('text')
  name: string;

  @Column('bytea', { name: 'credential_id' })
  credentialId: Buffer;

  @Column('bytea', { name: 'public_key' })
  publicKey: Buffer;

  @Column('bigint')
  counter: number;

  @Column('text', { array: true })
  transports: string[];

  @Column({ type: 'timestamptz', precision: 0 })
  created: Date;

  @Column({ type: 'timestamptz', name: 'last_used', precision: 0, nullable: true })
  lastUsed: Date | null;
}
