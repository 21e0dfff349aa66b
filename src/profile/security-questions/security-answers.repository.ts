import { Injectable } from '@nestjs/common';
import { CALLER, type CallerKey } from '../../auth/caller.js';
import { OwnersRepository } from '../../auth/users/owners.repository.js';
import { Database } from '../../database/database.js';
import type { Tx } from '../../database/reader.js';
import { query } from '../../database/statement.js';
import { SecurityAnswerEntity } from './security-answer.entity.js';

const FIND_ALL = query<SecurityAnswerEntity>(
  'profile.securityAnswers.findAll',
  `WITH ${CALLER}
   SELECT a.user_id AS "userId", a.question_id AS "questionId", a.response
     FROM caller JOIN security_answers a ON a.user_id = caller.user_id`,
);

@Injectable()
export class SecurityAnswersRepository {
  constructor(
    private readonly database: Database,
    private readonly owners: OwnersRepository,
  ) {}

  findAll(key: CallerKey): Promise<SecurityAnswerEntity[]> {
    return this.database.rows(FIND_ALL, [key]);
  }

  hasAny(tx: Tx, userId: number): Promise<boolean> {
    return tx.repository(SecurityAnswerEntity).existsBy({ userId });
  }

  /** Deletes all earlier answers (spec: Profile rule 5). Locks the user, so that two requests leave no mixture. */
  async replace(tx: Tx, userId: number, answers: readonly SecurityAnswerEntity[]): Promise<void> {
    await this.owners.lockUser(tx, userId);
    const stored = tx.repository(SecurityAnswerEntity);
    await stored.delete({ userId });
    await stored.insert([...answers]);
  }
}
