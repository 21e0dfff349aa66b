import { Injectable } from '@nestjs/common';
import type { Tx } from '../../database/reader.js';
import { command } from '../../database/statement.js';
import type { LoginUser } from './login-users.repository.js';

/** The login history: one row per attempt on an existing user (D-88). */
@Injectable()
export class LoginHistoryRepository {
  /** Stores the attempt as failed; `succeed` corrects it. @returns the row's id */
  async begin(tx: Tx, user: LoginUser, address: string, now: Date): Promise<number> {
    const row = await tx.row(BEGIN, [user.id, now, user.username, user.restricted, address]);
    return row!.id;
  }

  async succeed(tx: Tx, loginId: number): Promise<void> {
    await tx.run(SUCCEED, [loginId]);
  }
}

const BEGIN = command<{ id: number }>(
  'signin.login_history.begin',
  `INSERT INTO logins (user_id, datetime, username, restricted, ip, status)
   VALUES ($1, $2, $3, $4, $5, 'failed') RETURNING id`,
);

const SUCCEED = command(
  'signin.login_history.succeed',
  `UPDATE logins SET status = 'successful' WHERE id = $1`,
);
