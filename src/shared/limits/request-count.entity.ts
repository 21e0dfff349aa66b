import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** The table `request_counts`: the counts of the general limit and of the sign-in limit. */
@Entity('request_counts')
@Index('request_counts_window_end_idx', ['windowEnd'])
@Index('request_counts_window_start_idx', ['windowStart'])
export class RequestCountEntity {
  @PrimaryColumn('bytea', { primaryKeyConstraintName: 'request_counts_pkey' })
  subject: Buffer;

  @Column({ type: 'timestamptz', name: 'window_start', precision: 0 })
  windowStart: Date;

  @Column({ type: 'timestamptz', name: 'window_end', default: () => "(now() + '1 day')" })
  windowEnd: Date;

  @Column('integer')
  requests: number;
}
