import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/** The one row that identifies this database to its image store (D-220). */
@Entity('image_store_owner')
@Check('image_store_owner_one_row', 'singleton')
export class StoreOwnerEntity {
  @PrimaryColumn('boolean', { default: true, primaryKeyConstraintName: 'image_store_owner_pkey' })
  singleton: boolean;

  @Column('uuid', { name: 'database_id' })
  databaseId: string;

  @Column('uuid')
  generation: string;
}
