import { Injectable } from '@nestjs/common';
import type { Reader, Tx } from '../../database/reader.js';
import { command, query } from '../../database/statement.js';
import { sha256 } from '../../shared/secrets/sha256.js';

/** The user who is logged in in one browser. */
export interface SessionRow {
  readonly userId: number;
  readonly username: string;
}

export interface NewSession {
  readonly token: string;
  readonly userId: number;
  readonly deviceId: number | null;
  readonly created: Date;
  readonly expiry: Date;
}

@Injectable()
export class LoginSessionsRepository {
  find(reader: Reader, token: string, now: Date): Promise<SessionRow | undefined> {
    return reader.row(FIND, [sha256(token), now]);
  }

  async insert(tx: Tx, { token, userId, deviceId, created, expiry }: NewSession): Promise<void> {
    await tx.run(INSERT, [sha256(token), userId, deviceId, created, expiry]);
  }

  async delete(tx: Tx, token: string): Promise<void> {
    await tx.run(DELETE, [sha256(token)]);
  }

  /** Deletes expired rows, which `find` already ignores. @returns how many were deleted, at most `limit` */
  async tidy(tx: Tx, now: Date, limit: number): Promise<number> {
    return tx.run(TIDY, [now, limit]);
  }
}

const FIND = query<SessionRow>(
  'signin.sessions.find',
  `SELECT users.id AS "userId", users.username
     FROM login_sessions JOIN users ON users.id = login_sessions.user_id
    WHERE token_hash = $1 AND expiry > $2`,
);

const INSERT = command(
  'signin.sessions.insert',
  `INSERT INTO login_sessions (token_hash, user_id, trusted_device_id, created, expiry) VALUES ($1, $2, $3, $4, $5)`,
);

const DELETE = command('signin.sessions.delete', 'DELETE FROM login_sessions WHERE token_hash = $1');

const TIDY = command(
  'signin.sessions.tidy',
  `DELETE FROM login_sessions WHERE id IN (
     SELECT id FROM login_sessions WHERE expiry <= $1 ORDER BY expiry LIMIT $2 FOR UPDATE SKIP LOCKED)`,
);
