import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The last serial of a name whose zone ended (D-205). Triggers write it. */
@Entity('served_serials')
export class ServedSerialEntity {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'served_serials_pkey' })
  domain: string;

  @Column('bigint')
  serial: number;
}
