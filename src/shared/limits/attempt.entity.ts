import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

/** The table `attempts`: the counted attempts (D-23). */
@Entity('attempts')
@Index('attempts_subject_idx', ['kind', 'subject', 'attempted'])
@Index('attempts_attempted_idx', ['attempted'])
@Index('attempts_ends_idx', ['ends'])
export class AttemptEntity {
  @PrimaryGeneratedColumn('identity', {
    type: 'bigint',
    generatedIdentity: 'ALWAYS',
    primaryKeyConstraintName: 'attempts_pkey',
  })
  id: number;

  @Column('text')
  kind: string;

  @Column('bytea')
  subject: Buffer;

  @Column('timestamptz')
  attempted: Date;

  @Column('timestamptz', { default: () => "(now() + '01:00:00')" })
  ends: Date;
}
