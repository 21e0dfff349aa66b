import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A table that is partitioned by time. Functions of the migrations maintain it (D-226). */
@Entity('partitioned_tables')
export class PartitionedTableEntity {
  @PrimaryColumn('text', { name: 'table_name', primaryKeyConstraintName: 'partitioned_tables_pkey' })
  tableName: string;

  /** Older rows may be removed. */
  @Column('timestamptz', { name: 'over_age', nullable: true })
  overAge: Date | null;

  /**
   * Older rows may be removed one day after `since`, unless a later check yields an earlier time.
   */
  @Column('timestamptz', { nullable: true })
  next: Date | null;

  @Column('timestamptz', { nullable: true })
  since: Date | null;
}
