import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The setting TSIG_KEY, for PowerDNS. */
@Entity({ name: 'tsig_keys', schema: 'pdns' })
export class TsigKeyEntity {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'tsig_keys_pkey' })
  name: string;

  @Column('text')
  algorithm: string;

  /** In base64, not encrypted: PowerDNS reads it. */
  @Column('text')
  secret: string;
}
