import { Injectable } from '@nestjs/common';
import type { Reader, Tx } from '../../database/reader.js';
import { command, query } from '../../database/statement.js';
import { isStorable } from '../../shared/validation/characters.js';
import type { NewUser, User, UserChange } from './user.js';

const COLUMNS = `id, account_id AS "accountId", username, email, restricted, user_type AS "userType"`;

const FIND = query<User>('auth.users.find', `SELECT ${COLUMNS} FROM users WHERE lower(username) = lower($1)`);
const INSERT = command<User>(
  'auth.users.insert',
  `INSERT INTO users (account_id, username, email, restricted, user_type, password_hash, password_created, created)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (lower(username)) DO NOTHING RETURNING ${COLUMNS}`,
);
const LOCK = command<User>('auth.users.lock', `SELECT ${COLUMNS} FROM users WHERE id = $1 FOR NO KEY UPDATE`);
const UPDATE = command<User>(
  'auth.users.update',
  `UPDATE users SET username = coalesce($2, username), email = coalesce($3, email),
     restricted = coalesce($4, restricted)
   WHERE id = $1 RETURNING ${COLUMNS}`,
);
const SET_PASSWORD = command(
  'auth.users.setPassword',
  'UPDATE users SET password_hash = $2, password_created = $3 WHERE id = $1',
);
/** D-213: a proxy user can't sign in, so one does not count. Two are enough to know that a user is not the last. */
const UNRESTRICTED = query<{ id: number }>(
  'auth.users.unrestricted',
  "SELECT id FROM users WHERE account_id = $1 AND NOT restricted AND user_type <> 'proxy' LIMIT 2",
);
/** D-210: without proxy users. */
const COUNT = query<{ count: number }>(
  'auth.users.count',
  `SELECT count(*) AS count FROM users WHERE account_id = $1 AND user_type <> 'proxy'`,
);
const DELETE = command('auth.users.delete', 'DELETE FROM users WHERE id = $1');

@Injectable()
export class UsersRepository {
  /** Ignores case (D-140). */
  async find(reader: Reader, username: string): Promise<User | null> {
    if (!isStorable(username)) return null;
    return (await reader.row(FIND, [username])) ?? null;
  }

  /** @returns undefined when the user name is taken. */
  insert(tx: Tx, user: NewUser, now: Date): Promise<User | undefined> {
    const { accountId, username, email, restricted, userType, passwordHash } = user;
    const passwordCreated = passwordHash === null ? null : now;
    const values = [accountId, username, email, restricted, userType, passwordHash, passwordCreated, now];
    return tx.row(INSERT, values);
  }

  /** The user, locked until the transaction ends; undefined when the user is gone. */
  lock(tx: Tx, userId: number): Promise<User | undefined> {
    return tx.row(LOCK, [userId]);
  }

  /** @returns undefined when the user no longer exists. */
  update(tx: Tx, userId: number, { username, email, restricted }: UserChange): Promise<User | undefined> {
    return tx.row(UPDATE, [userId, username ?? null, email ?? null, restricted ?? null]);
  }

  /** @returns false when the user no longer exists. */
  async setPassword(tx: Tx, userId: number, passwordHash: string, now: Date): Promise<boolean> {
    return (await tx.run(SET_PASSWORD, [userId, passwordHash, now])) > 0;
  }

  /** At most two of the account's unrestricted users (D-68); exact only while the account is locked. */
  async unrestrictedIds(tx: Tx, accountId: number): Promise<number[]> {
    return (await tx.rows(UNRESTRICTED, [accountId])).map(({ id }) => id);
  }

  /** The users that count against the account's quota; exact only while the account is locked. */
  async count(tx: Tx, accountId: number): Promise<number> {
    return (await tx.row(COUNT, [accountId]))!.count;
  }

  /** @returns false when the user no longer exists. */
  async delete(tx: Tx, userId: number): Promise<boolean> {
    return (await tx.run(DELETE, [userId])) > 0;
  }
}
