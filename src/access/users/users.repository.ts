import { Injectable } from '@nestjs/common';
import { Not, Raw } from 'typeorm';
import type { Reader, Tx } from '../../database/reader.js';
import { changeRow, type Changed } from '../../database/repositories.js';
import type { NewUser, User, UserChange } from '../user.js';
import { UserEntity } from '../user.entity.js';

const COLUMNS = {
  id: true,
  accountId: true,
  username: true,
  email: true,
  restricted: true,
  userType: true,
} as const;

/** The account that has the user; empty for the platform, which has the users of all accounts. */
export type UserOwner = Partial<Pick<User, 'accountId'>>;

@Injectable()
export class UsersRepository {
  find(reader: Reader, username: string, of: UserOwner = {}): Promise<User | null> {
    return reader.repository(UserEntity).findOne({ select: COLUMNS, where: { ...of, ...named(username) } });
  }

  /** As `find`, and locks the row until the transaction ends. */
  lock(tx: Tx, username: string, of: UserOwner): Promise<User | null> {
    const lock = { mode: 'for_no_key_update' } as const;
    const where = { ...of, ...named(username) };
    return tx.repository(UserEntity).findOne({ select: COLUMNS, where, lock });
  }

  /** @returns undefined when the user name is in use */
  async insert(tx: Tx, { passwordHash, ...user }: NewUser, now: Date): Promise<User | undefined> {
    const passwordCreated = passwordHash === null ? null : now;
    const users = tx.repository(UserEntity);
    const entity = users.create({ ...user, passwordHash, passwordCreated, created: now });
    const { identifiers } = await users.createQueryBuilder().insert().values(entity).orIgnore().execute();
    return identifiers[0] && entity;
  }

  /** Changes a locked user. */
  update(tx: Tx, user: User, { username, email, restricted }: UserChange): Promise<Changed<User>> {
    const change = { username, email, restricted };
    return changeRow(tx.repository(UserEntity), { id: user.id }, user, change);
  }

  /** @returns false when the user no longer exists. */
  async setPassword(tx: Tx, userId: number, passwordHash: string, now: Date): Promise<boolean> {
    const change = { passwordHash, passwordCreated: now };
    return (await tx.repository(UserEntity).update({ id: userId }, change)).affected === 1;
  }

  /**
   * The ids of at most two of the account's unrestricted users (D-68): with two, no user is the
   * last one. A proxy user can't sign in, and does not count (D-213). Exact only while the account
   * is locked.
   */
  async unrestrictedIds(tx: Tx, accountId: number): Promise<number[]> {
    const where = { accountId, restricted: false, userType: Not('proxy' as const) };
    const users = await tx.repository(UserEntity).find({ select: { id: true }, where, take: 2 });
    return users.map(({ id }) => id);
  }

  /**
   * The number of users in the account's quota, without proxy users (D-210). Exact only while the
   * account is locked.
   */
  count(tx: Tx, accountId: number): Promise<number> {
    return tx.repository(UserEntity).countBy({ accountId, userType: Not('proxy' as const) });
  }

  async delete(tx: Tx, userId: number): Promise<void> {
    await tx.repository(UserEntity).delete({ id: userId });
  }
}

/** Ignores case (D-140). */
function named(username: string) {
  return { username: Raw((column) => `lower(${column}) = lower(:username)`, { username }) };
}
