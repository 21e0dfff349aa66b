import { Injectable } from '@nestjs/common';
import { UserEntity } from '../../access/user.entity.js';
import type { Reader, Tx } from '../../database/reader.js';
import { FIND_LOGIN_USER, FIND_LOGIN_USER_BY_NAME } from './login.sql.js';
import type { LoginUser, SignedInUser } from './login-user.js';

@Injectable()
export class LoginUsersRepository {
  /** Usernames are compared without case (D-140). */
  findByName(reader: Reader, username: string): Promise<LoginUser | undefined> {
    return reader.row(FIND_LOGIN_USER_BY_NAME, [username]);
  }

  find(reader: Reader, id: number): Promise<LoginUser | undefined> {
    return reader.row(FIND_LOGIN_USER, [id]);
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
