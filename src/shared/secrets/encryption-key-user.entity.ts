import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * The table `encryption_key_users`: running processes, and the key that each encrypts with (D-221).
 */
@Entity('encryption_key_users')
export class EncryptionKeyUserEntity {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'encryption_key_users_pkey' })
  process: string;

  @Column('text', { name: 'key_id' })
  keyId: string;

  @Column('timestamptz')
  seen: Date;
}
