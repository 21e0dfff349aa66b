import { Injectable } from '@nestjs/common';
import { LOCK_USER } from '../../access/owners.sql.js';
import { Database } from '../../database/database.js';
import type { Tx } from '../../database/reader.js';
import { SecurityAnswerEntity } from './security-answer.entity.js';

@Injectable()
export class SecurityAnswersRepository {
  constructor(private readonly database: Database) {}

  findAll(userId: number): Promise<SecurityAnswerEntity[]> {
    return this.database.repository(SecurityAnswerEntity).findBy({ userId });
  }

  hasAny(tx: Tx, userId: number): Promise<boolean> {
    return tx.repository(SecurityAnswerEntity).existsBy({ userId });
  }

  /**
   * Deletes all earlier answers (spec: Profile rule 5). Locks the user, so that two requests leave
   * no mixture.
   */
  async replace(tx: Tx, userId: number, answers: readonly SecurityAnswerEntity[]): Promise<void> {
    tx.send(LOCK_USER, [userId]);
    const stored = tx.repository(SecurityAnswerEntity);
    await stored.delete({ userId });
    await stored.insert([...answers]);
  }
}
