import { Injectable } from '@nestjs/common';
import { LoginEntity } from '../../access/logins/login.entity.js';
import type { Tx } from '../../database/reader.js';
import { command } from '../../database/statement.js';

/**
 * TypeORM can't insert from a SELECT. An unknown user runs the same statement, so that its time is
 * the same (D-209).
 */
const BEGIN = command<{ id: number }>(
  'auth.loginHistory.begin',
  `INSERT INTO logins (account_id, user_id, datetime, username, restricted, ip, status)
   SELECT account_id, id, $2, username, restricted, $3, 'failed' FROM users WHERE id = $1 RETURNING id`,
);

/** The login history: one row per attempt on an existing user (D-88). */
@Injectable()
export class LoginHistoryRepository {
  /**
   * Stores the attempt as failed; `succeed` corrects it.
   * @returns the row's id, undefined without such a user
   */
  async begin(tx: Tx, userId: number, address: string, now: Date): Promise<number | undefined> {
    return (await tx.row(BEGIN, [userId, now, address]))?.id;
  }

  async succeed(tx: Tx, userId: number, loginId: number): Promise<void> {
    await tx.repository(LoginEntity).update({ id: loginId, userId }, { status: 'successful' });
  }
}
