import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A challenge that a passkey has signed, stored until it would expire. */
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
