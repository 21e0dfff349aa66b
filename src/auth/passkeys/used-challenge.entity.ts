import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A challenge that was answered rightly. It is kept for as long as it would be valid. */
@Entity('used_passkey_challenges')
@Index('used_passkey_challenges_expiry_idx', ['expiry'])
export class UsedChallengeEntity {
  @PrimaryColumn('bytea', {
    name: 'challenge_hash',
    primaryKeyConstraintName: 'used_passkey_challenges_pkey',
  })
  challengeHash: Buffer;

  @Column({ type: 'timestamptz', precision: 0 })
  expiry: Date;
}
