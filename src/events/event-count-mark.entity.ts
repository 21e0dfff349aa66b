import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/** The one row that says up to which event the counts reach. */
@Entity('event_count_marks')
@Check('event_count_marks_one_check', 'id = 1')
export class EventCountMarkEntity {
  @PrimaryColumn('integer', { primaryKeyConstraintName: 'event_count_marks_pkey' })
  id: number;

  /** Events up to this id are in `event_counts`. */
  @Column('bigint', { name: 'settled_id' })
  settledId: number;

  /** Events up to this id are settled next. */
  @Column('bigint', { name: 'candidate_id' })
  candidateId: number;

  /** The transactions below this number must have ended before. */
  @Column('bigint', { name: 'candidate_xmax' })
  candidateXmax: number;

  /** The partition that is counted before it is dropped holds the time from here. */
  @Column('timestamptz', { name: 'going_from', nullable: true })
  goingFrom: Date | null;

  /** To here. */
  @Column('timestamptz', { name: 'going_to', nullable: true })
  goingTo: Date | null;

  /** The partition's events up to this id are in `going_event_counts`. */
  @Column('bigint', { name: 'going_id', default: 0 })
  goingId: number;
}
