import { Injectable } from '@nestjs/common';
import { UserEntity } from '../../access/user.entity.js';
import type { Reader, Tx } from '../../database/reader.js';
import { query } from '../../database/statement.js';
import type { SignedInUser } from './login-sessions.repository.js';

/** The facts about a user that a login needs. */
export interface LoginUser {
  readonly id: number;
  readonly accountId: number;
  readonly username: string;
  readonly restricted: boolean;
  /** Null for users who can't log in: users without a password, and proxy users (D-48, D-140). */
  readonly passwordHash: string | null;
  readonly twoFactorAuth: boolean;
}

/** TypeORM can't give a column by a condition. */
const SELECT = `SELECT id, account_id AS "accountId", username, restricted, two_factor_auth AS "twoFactorAuth",
          CASE WHEN user_type = 'default' THEN password_hash END AS "passwordHash"
     FROM users`;
const FIND_BY_NAME = query<LoginUser>(
  'auth.loginUsers.findByName',
  `${SELECT} WHERE lower(username) = lower($1)`,
);
const FIND = query<LoginUser>('auth.loginUsers.find', `${SELECT} WHERE id = $1`);

@Injectable()
export class LoginUsersRepository {
  /** Usernames are compared without case (D-140). */
  findByName(reader: Reader, username: string): Promise<LoginUser | undefined> {
    return reader.row(FIND_BY_NAME, [username]);
  }

  find(reader: Reader, id: number): Promise<LoginUser | undefined> {
    return reader.row(FIND, [id]);
  }

  /** @returns null when the user is gone */
  async findSignedIn(reader: Reader, id: number): Promise<SignedInUser | null> {
    const user = await reader.repository(UserEntity).findOneBy({ id });
    return user && { userId: id, accountId: user.accountId, username: user.username };
  }

  /**
   * Whether password and two-factor setting are still those that the login was checked against.
   * Locks them until the transaction ends, so that a new password also ends a login in progress
   * (D-141).
   */
  async isUnchanged(tx: Tx, { id, passwordHash, twoFactorAuth }: LoginUser): Promise<boolean> {
    if (passwordHash === null) return false;
    const where = { id, passwordHash, twoFactorAuth };
    const lock = { mode: 'pessimistic_read' } as const;
    return (await tx.repository(UserEntity).findOne({ where, lock })) !== null;
  }
}
