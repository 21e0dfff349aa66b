import { Column, Entity, PrimaryColumn, Unique } from 'typeorm';

/** A catalog zone (RFC 9432) of CATALOG_ZONE, which lists a part of the domains. */
@Entity({ name: 'catalogs', schema: 'pdns' })
@Unique('catalogs_position_key', ['position'])
@Unique('catalogs_name_key', ['name'])
export class CatalogEntity {
  @PrimaryColumn('bigint', { primaryKeyConstraintName: 'catalogs_pkey' })
  id: number;

  /** From 0; a hash of a domain's name gives the position of its catalog. */
  @Column('integer')
  position: number;

  @Column('text')
  name: string;

  @Column('bigint')
  serial: number;
}
