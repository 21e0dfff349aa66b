import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A name of the setting NAMESERVERS, for PowerDNS. */
@Entity({ name: 'nameservers', schema: 'pdns' })
export class NameserverEntity {
  /** From 1; the first name is the primary of every SOA. */
  @PrimaryColumn('integer', { primaryKeyConstraintName: 'nameservers_pkey' })
  position: number;

  @Column('text')
  name: string;
}
