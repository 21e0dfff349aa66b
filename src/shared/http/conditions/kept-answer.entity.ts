import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** The answer to a request with an `Idempotency-Key` (D-230). */
@Entity('kept_answers')
@Index('kept_answers_created_idx', ['created'])
export class KeptAnswerEntity {
  @Column('bigint', { name: 'account_id' })
  accountId: number;

  @PrimaryColumn('bigint', { name: 'user_id', primaryKeyConstraintName: 'kept_answers_pkey' })
  userId: number;

  @PrimaryColumn('bytea', { name: 'key_hash', primaryKeyConstraintName: 'kept_answers_pkey' })
  keyHash: Buffer;

  /** SHA-256 of method, path and body. */
  @Column('bytea', { name: 'request_hash' })
  requestHash: Buffer;

  /** Encrypted, because it may contain a secret. Empty while the request is running. */
  @Column('bytea')
  answer: Buffer;

  @Column({ type: 'timestamptz', precision: 0 })
  created: Date;

  /**
   * The end of the lease on the key, for a running request whose transaction does not hold the key
   * (D-274).
   */
  @Column({ type: 'timestamptz', name: 'lease_until', precision: 0, nullable: true })
  leaseUntil: Date | null;
}

/** The size of the answers that are kept for a user in a window. */
@Entity('kept_answer_counts')
@Check('kept_answer_counts_kib_check', 'kib <= 65536')
export class KeptAnswerCountEntity {
  @Column('bigint', { name: 'account_id' })
  accountId: number;

  @PrimaryColumn('bigint', { name: 'user_id', primaryKeyConstraintName: 'kept_answer_counts_pkey' })
  userId: number;

  @Column({ type: 'timestamptz', name: 'window_start', precision: 0 })
  windowStart: Date;

  @Column('integer')
  kib: number;
}
