import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';
import { UserEntity } from '../user.entity.js';

/** The table `logins`: partitioned by `datetime`, which is therefore part of its key (D-226). */
@Entity('logins')
@Check('logins_status_check', `status IN ('successful', 'failed')`)
@Index('logins_user_id_idx', ['userId', 'id'])
@Index('logins_successful_idx', ['userId', 'id', 'datetime'], { where: `status = 'successful'` })
@Index('logins_times_idx', ['userId', 'datetime'], { where: `status = 'successful'` })
@ForeignKey(() => UserEntity, ['accountId', 'userId'], ['accountId', 'id'], {
  name: 'logins_user_id_fkey',
  onDelete: 'CASCADE',
})
export class LoginEntity {
  @PrimaryGeneratedColumn('identity', {
    type: 'bigint',
    generatedIdentity: 'ALWAYS',
    primaryKeyConstraintName: 'logins_pkey',
  })
  id: number;

  @Column('bigint', { name: 'account_id' })
  accountId: number;

  @Column('bigint', { name: 'user_id' })
  userId: number;

  @PrimaryColumn({ type: 'timestamptz', precision: 0, primaryKeyConstraintName: 'logins_pkey' })
  datetime: Date;

  @Column('text')
  username: string;

  @Column('boolean')
  restricted: boolean;

  @Column('text')
  ip: string;

  @Column('text')
  status: 'successful' | 'failed';
}
