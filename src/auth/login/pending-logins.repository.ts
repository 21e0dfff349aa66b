import { Injectable } from '@nestjs/common';
import { LessThan, MoreThan } from 'typeorm';
import type { Reader, Tx } from '../../database/reader.js';
import { sha256 } from '../../shared/secrets/sha256.js';
import { FIND_PENDING_USER, LOCK_PENDING_USER, MAX_WRONG_CODES } from './login.sql.js';
import { PendingLoginEntity } from './pending-login.entity.js';
import type { PendingUser } from './login-user.js';

type NewPendingLogin = Omit<PendingLoginEntity, 'id' | 'tokenHash' | 'wrongCodes'>;

/** Logins whose password was right and that wait for their two-factor code. */
@Injectable()
export class PendingLoginsRepository {
  /** @returns undefined when no such login waits for a code */
  findUser(reader: Reader, token: string, now: Date): Promise<PendingUser | undefined> {
    return reader.row(FIND_PENDING_USER, [sha256(token), now]);
  }

  /**
   * Locks the user and then the row, in the order of a new password (D-141), which so ends this
   * login or the session that follows from it.
   * @returns null when no such login waits for a code
   */
  lock(tx: Tx, token: string, now: Date): Promise<PendingLoginEntity | null> {
    tx.send(LOCK_PENDING_USER, [sha256(token)]);
    const where = {
      tokenHash: sha256(token),
      expiry: MoreThan(now),
      wrongCodes: LessThan(MAX_WRONG_CODES),
    };
    return tx.repository(PendingLoginEntity).findOne({ where, lock: { mode: 'pessimistic_write' } });
  }

  async insert(tx: Tx, token: string, login: NewPendingLogin): Promise<void> {
    await tx.repository(PendingLoginEntity).insert({ ...login, tokenHash: sha256(token) });
  }

  async countWrongCode(tx: Tx, token: string): Promise<void> {
    await tx.repository(PendingLoginEntity).increment({ tokenHash: sha256(token) }, 'wrongCodes', 1);
  }

  async delete(tx: Tx, token: string): Promise<void> {
    await tx.repository(PendingLoginEntity).delete({ tokenHash: sha256(token) });
  }
}
