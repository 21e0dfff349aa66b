import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { UserEntity } from '../user.entity.js';

/** The number of a user's successful logins in an hour. Triggers on `logins` keep it. */
@Entity('login_counts')
@Index('login_counts_hour_idx', ['hour'])
@ForeignKey(() => UserEntity, ['accountId', 'userId'], ['accountId', 'id'], {
  name: 'login_counts_user_id_fkey',
  onDelete: 'CASCADE',
})
export class LoginCountEntity {
  @Column('bigint', { name: 'account_id' })
  accountId: number;

  @PrimaryColumn('bigint', { name: 'user_id', primaryKeyConstraintName: 'login_counts_pkey' })
  userId: number;

  /** The hour's beginning, in UTC. */
  @PrimaryColumn({ type: 'timestamptz', precision: 0, primaryKeyConstraintName: 'login_counts_pkey' })
  hour: Date;

  @Column('bigint')
  logins: number;
}
