import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { UserEntity } from '../../access/user.entity.js';

/** The table `security_answers`; `response` is encrypted. */
@Entity('security_answers')
@ForeignKey(() => UserEntity, ['accountId', 'userId'], ['accountId', 'id'], {
  name: 'security_answers_user_id_fkey',
  onDelete: 'CASCADE',
})
export class SecurityAnswerEntity {
  @Column('bigint', { name: 'account_id' })
  accountId: number;

  @PrimaryColumn('bigint', { name: 'user_id', primaryKeyConstraintName: 'security_answers_pkey' })
  userId: number;

  @PrimaryColumn('integer', { name: 'question_id', primaryKeyConstraintName: 'security_answers_pkey' })
  questionId: number;

  @Column('bytea')
  response: Buffer;
}
