import { Injectable } from '@nestjs/common';
import { MoreThan, Not } from 'typeorm';
import type { Reader, Tx } from '../../database/reader.js';
import { command, query } from '../../database/statement.js';
import { sha256 } from '../../shared/secrets/sha256.js';
import { LoginSessionEntity } from './login-session.entity.js';

const MAX_LISTED = 100;

/** A user who has signed in, as events name them. */
export interface SignedInUser {
  readonly accountId: number;
  readonly userId: number;
  readonly username: string;
}

/** One round trip for a session and its user; the entities have no relations. */
const FIND = query<SignedInUser>(
  'auth.sessions.find',
  `SELECT users.id AS "userId", users.account_id AS "accountId", users.username
     FROM login_sessions JOIN users ON users.id = login_sessions.user_id
    WHERE token_hash = $1 AND expiry > $2`,
);

/** TypeORM can't say SKIP LOCKED in a DELETE. */
const TIDY = command(
  'auth.sessions.tidy',
  `DELETE FROM login_sessions WHERE id IN (
     SELECT id FROM login_sessions WHERE expiry <= $1 ORDER BY expiry LIMIT $2 FOR UPDATE SKIP LOCKED)`,
);

@Injectable()
export class LoginSessionsRepository {
  find(reader: Reader, token: string, now: Date): Promise<SignedInUser | undefined> {
    return reader.row(FIND, [sha256(token), now]);
  }

  async insert(tx: Tx, token: string, session: Omit<LoginSessionEntity, 'id' | 'tokenHash'>): Promise<void> {
    await tx.repository(LoginSessionEntity).insert({ ...session, tokenHash: sha256(token) });
  }

  /** The live logins of a user, the newest first. */
  list(reader: Reader, userId: number, now: Date): Promise<LoginSessionEntity[]> {
    const where = { userId, expiry: MoreThan(now) };
    return reader.repository(LoginSessionEntity).find({ where, order: { id: 'DESC' }, take: MAX_LISTED });
  }

  async end(tx: Tx, userId: number, id: number): Promise<void> {
    await tx.repository(LoginSessionEntity).delete({ userId, id });
  }

  async endOthers(tx: Tx, userId: number, token: string): Promise<void> {
    await tx.repository(LoginSessionEntity).delete({ userId, tokenHash: Not(sha256(token)) });
  }

  async delete(tx: Tx, token: string): Promise<void> {
    await tx.repository(LoginSessionEntity).delete({ tokenHash: sha256(token) });
  }

  /**
   * Deletes expired rows, which `find` already ignores.
   * @returns how many were deleted, at most `limit`
   */
  async tidy(tx: Tx, now: Date, limit: number): Promise<number> {
    return tx.run(TIDY, [now, limit]);
  }
}
