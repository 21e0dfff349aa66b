import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The table `encryption_keys`: a check value for each key that encrypted something (D-221). */
@Entity('encryption_keys')
export class EncryptionKeyEntity {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'encryption_keys_pkey' })
  id: string;

  @Column('bytea', { name: 'check_value' })
  checkValue: Buffer;
}
