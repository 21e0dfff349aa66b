import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

/** The table of attempts, column by column: what the migrations must have made. */
@Entity('attempts')
@Index('attempts_subject_idx', ['kind', 'subject', 'attempted'])
@Index('attempts_attempted_idx', ['attempted'])
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
}
