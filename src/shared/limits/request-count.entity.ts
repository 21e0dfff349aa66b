import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** The table of requests counted for the general limit, column by column: what the migrations must have made. */
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
