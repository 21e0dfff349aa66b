import { Injectable } from '@nestjs/common';
import type { Reader, Tx } from '../../database/reader.js';
import { command, query } from '../../database/statement.js';
import { sha256 } from '../../shared/secrets/sha256.js';

/** A login whose password was right and that waits for its two-factor code. */
export interface PendingLoginRow {
  readonly userId: number;
  readonly username: string;
  readonly loginId: number;
  readonly remember: boolean;
}

export interface NewPendingLogin {
  readonly token: string;
  readonly userId: number;
  readonly loginId: number;
  readonly remember: boolean;
  readonly expiry: Date;
}

/** spec: D-23. */
const MAX_WRONG_CODES = 5;

@Injectable()
export class PendingLoginsRepository {
  find(reader: Reader, token: string, now: Date): Promise<PendingLoginRow | undefined> {
    return reader.row(FIND, [sha256(token), now]);
  }

  /** Like `find`, and locks the row until the transaction ends. */
  lock(tx: Tx, token: string, now: Date): Promise<PendingLoginRow | undefined> {
    return tx.row(LOCK, [sha256(token), now]);
  }

  async insert(tx: Tx, { token, userId, loginId, remember, expiry }: NewPendingLogin): Promise<void> {
    await tx.run(INSERT, [sha256(token), userId, loginId, remember, expiry]);
  }

  async countWrongCode(tx: Tx, token: string): Promise<void> {
    await tx.run(COUNT_WRONG_CODE, [sha256(token)]);
  }

  async delete(tx: Tx, token: string): Promise<void> {
    await tx.run(DELETE, [sha256(token)]);
  }

  /** Deletes expired rows, which `find` already ignores. @returns how many were deleted, at most `limit` */
  async tidy(tx: Tx, now: Date, limit: number): Promise<number> {
    return tx.run(TIDY, [now, limit]);
  }
}

const SELECT = `SELECT users.id AS "userId", users.username, login_id AS "loginId", remember
     FROM pending_logins JOIN users ON users.id = pending_logins.user_id
    WHERE token_hash = $1 AND expiry > $2 AND wrong_codes < ${MAX_WRONG_CODES}`;

const FIND = query<PendingLoginRow>('signin.pending_logins.find', SELECT);

const LOCK = command<PendingLoginRow>('signin.pending_logins.lock', `${SELECT} FOR UPDATE OF pending_logins`);

const INSERT = command(
  'signin.pending_logins.insert',
  'INSERT INTO pending_logins (token_hash, user_id, login_id, remember, expiry) VALUES ($1, $2, $3, $4, $5)',
);

const COUNT_WRONG_CODE = command(
  'signin.pending_logins.count_wrong_code',
  'UPDATE pending_logins SET wrong_codes = wrong_codes + 1 WHERE token_hash = $1',
);

const DELETE = command('signin.pending_logins.delete', 'DELETE FROM pending_logins WHERE token_hash = $1');

const TIDY = command(
  'signin.pending_logins.tidy',
  `DELETE FROM pending_logins WHERE id IN (
     SELECT id FROM pending_logins WHERE expiry <= $1 ORDER BY expiry LIMIT $2 FOR UPDATE SKIP LOCKED)`,
);
