import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The setting TSIG_KEY, where PowerDNS reads it. */
@Entity({ name: 'tsig_keys', schema: 'pdns' })
export class TsigKeyEntity {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'tsig_keys_pkey' })
  name: string;

  @Column('text')
  algorithm: string;

  /** In base64. PowerDNS needs it as it is. */
  @Column('text')
  secret: string;
}
