import { Injectable } from '@nestjs/common';
import { LoginEntity } from '../../access/logins/login.entity.js';
import type { Tx } from '../../database/reader.js';
import { BEGIN_LOGIN } from './login.sql.js';

/** The login history: one row per attempt on an existing user (D-88). */
@Injectable()
export class LoginHistoryRepository {
  /**
   * Stores the attempt as failed; `succeed` corrects it.
   * @returns the row's id, undefined without such a user
   */
  async begin(tx: Tx, userId: number, address: string, now: Date): Promise<number | undefined> {
    return (await tx.row(BEGIN_LOGIN, [userId, now, address]))?.id;
  }

  async succeed(tx: Tx, userId: number, loginId: number): Promise<void> {
    await tx.repository(LoginEntity).update({ id: loginId, userId }, { status: 'successful' });
  }
}
