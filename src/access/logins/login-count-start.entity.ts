import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/** One row: the time from which on the hours of `LoginCountEntity` are complete. */
@Entity('login_count_starts')
@Check('login_count_starts_one_check', 'id = 1')
export class LoginCountStartEntity {
  @PrimaryColumn('integer', { primaryKeyConstraintName: 'login_count_starts_pkey' })
  id: number;

  @Column('timestamptz')
  start: Date;
}
