import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A table that is partitioned by time; the functions of the migrations keep it (D-226). */
@Entity('partitioned_tables')
export class PartitionedTableEntity {
  @PrimaryColumn('text', { name: 'table_name', primaryKeyConstraintName: 'partitioned_tables_pkey' })
  tableName: string;

  /** What is older may go. */
  @Column('timestamptz', { name: 'over_age', nullable: true })
  overAge: Date | null;

  /** What is older may go a day after `since`, unless a look finds less. */
  @Column('timestamptz', { nullable: true })
  next: Date | null;

  @Column('timestamptz', { nullable: true })
  since: Date | null;
}
