import { Injectable } from '@nestjs/common';
import { LessThan, MoreThan } from 'typeorm';
import type { Reader, Tx } from '../../database/reader.js';
import { command, query } from '../../database/statement.js';
import { sha256 } from '../../shared/secrets/sha256.js';
import { PendingLoginEntity } from './pending-login.entity.js';

/** spec: D-23. */
const MAX_WRONG_CODES = 5;

/** The user who logs in. */
export interface PendingUser {
  readonly userId: number;
  readonly username: string;
}

/** One round trip for a pending login and its user; the entities have no relations. */
const FIND = query<PendingUser>(
  'auth.pendingLogins.find',
  `SELECT users.id AS "userId", users.username FROM pending_logins JOIN users ON users.id = pending_logins.user_id
    WHERE token_hash = $1 AND expiry > $2 AND wrong_codes < ${MAX_WRONG_CODES}`,
);

/** TypeORM can't say SKIP LOCKED in a DELETE. */
const TIDY = command(
  'auth.pendingLogins.tidy',
  `DELETE FROM pending_logins WHERE id IN (
     SELECT id FROM pending_logins WHERE expiry <= $1 ORDER BY expiry LIMIT $2 FOR UPDATE SKIP LOCKED)`,
);

type NewPendingLogin = Omit<PendingLoginEntity, 'id' | 'tokenHash' | 'wrongCodes'>;

/** Logins whose password was right and that wait for their two-factor code. */
@Injectable()
export class PendingLoginsRepository {
  /** @returns undefined when no such login waits for a code */
  findUser(reader: Reader, token: string, now: Date): Promise<PendingUser | undefined> {
    return reader.row(FIND, [sha256(token), now]);
  }

  /** Locks the row until the transaction ends. @returns null when no such login waits for a code */
  lock(tx: Tx, token: string, now: Date): Promise<PendingLoginEntity | null> {
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

  /**
   * Deletes expired rows, which `lock` already ignores.
   * @returns how many were deleted, at most `limit`
   */
  async tidy(tx: Tx, now: Date, limit: number): Promise<number> {
    return tx.run(TIDY, [now, limit]);
  }
}
