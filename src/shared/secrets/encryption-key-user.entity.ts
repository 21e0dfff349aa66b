import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The table `encryption_key_users`: the processes that run, and the key with which each encrypts (D-221). */
@Entity('encryption_key_users')
export class EncryptionKeyUserEntity {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'encryption_key_users_pkey' })
  process: string;

  @Column('text', { name: 'key_id' })
  keyId: string;

  @Column('timestamptz')
  seen: Date;
}
