import { Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';
import { UserEntity } from '../../access/user.entity.js';

/** The table `ssh_keys`. */
@Entity('ssh_keys')
@Index('ssh_keys_user_id_idx', ['userId', 'id'])
@ForeignKey(() => UserEntity, ['accountId', 'userId'], ['accountId', 'id'], {
  name: 'ssh_keys_user_id_fkey',
  onDelete: 'CASCADE',
})
export class SshKeyEntity {
  @PrimaryGeneratedColumn('identity', {
    type: 'bigint',
    generatedIdentity: 'ALWAYS',
    primaryKeyConstraintName: 'ssh_keys_pkey',
  })
  id: number;

  @Column('bigint', { name: 'account_id' })
  accountId: number;

  @Column('bigint', { name: 'user_id' })
  userId: number;

  @Column('text', { default: '' })
  label: string;

  @Column('text', { name: 'ssh_key' })
  sshKey: string;

  @Column({ type: 'timestamptz', precision: 0 })
  created: Date;
}
