import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { UserEntity } from '../../auth/user.entity.js';

/** The table `security_answers`; `response` is encrypted. */
@Entity('security_answers')
export class SecurityAnswerEntity {
  @ForeignKey(() => UserEntity, { name: 'security_answers_user_id_fkey', onDelete: 'CASCADE' })
  @PrimaryColumn('bigint', { name: 'user_id', primaryKeyConstraintName: 'security_answers_pkey' })
  userId: number;

  @PrimaryColumn('integer', { name: 'question_id', primaryKeyConstraintName: 'security_answers_pkey' })
  questionId: number;

  @Column('bytea')
  response: Buffer;
}
