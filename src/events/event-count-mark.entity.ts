import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/** The one row that stores how far events are counted. */
@Entity('event_count_marks')
@Check('event_count_marks_one_check', 'id = 1')
export class EventCountMarkEntity {
  @PrimaryColumn('integer', { primaryKeyConstraintName: 'event_count_marks_pkey' })
  id: number;

  /** Events up to this id are in `event_counts`. */
  @Column('bigint', { name: 'settled_id' })
  countedId: number;

  /** The next `countedId`. */
  @Column('bigint', { name: 'candidate_id' })
  candidateId: number;

  /** Transactions below this number must end before events up to the candidate are counted. */
  @Column('bigint', { name: 'candidate_xmax' })
  candidateXmax: number;

  /** The start of the partition that is counted before its drop. */
  @Column('timestamptz', { name: 'going_from', nullable: true })
  goingFrom: Date | null;

  /** The end of that partition. */
  @Column('timestamptz', { name: 'going_to', nullable: true })
  goingTo: Date | null;

  /** The partition's events up to this id are in `going_event_counts`. */
  @Column('bigint', { name: 'going_id', default: 0 })
  goingId: number;
}
