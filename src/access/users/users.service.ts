import { Inject, Injectable } from '@nestjs/common';
import type { Reader, Tx } from '../../database/reader.js';
import { invalid, NotFound } from '../../shared/errors/errors.js';
import { Faults } from '../../shared/errors/faults.js';
import { SETTINGS, type Settings } from '../../shared/config/settings.js';
import { requireQuota } from '../../shared/limits/quota.rules.js';
import { Clock } from '../../shared/time/clock.js';
import {
  ApplicationTokensRepository,
  type EndedToken,
} from '../credentials/application-tokens.repository.js';
import { LoginRevocationRepository } from '../credentials/login-revocation.repository.js';
import { LOCK_ACCOUNT } from '../owners.sql.js';
import { GrantsRepository } from '../grants/grants.repository.js';
import type { NewUser, User, UserChange } from '../user.js';
import { UsersRepository, type UserOwner } from './users.repository.js';

/**
 * A user after a change, and the personal tokens that a new password ended. The caller records
 * their events.
 */
interface ChangedUser {
  readonly user: User;
  readonly isChanged: boolean;
  readonly endedTokens: readonly EndedToken[];
}

/** The actions on users that account admins and the platform share. */
@Injectable()
export class UsersService {
  constructor(
    private readonly users: UsersRepository,
    private readonly grants: GrantsRepository,
    private readonly logins: LoginRevocationRepository,
    private readonly madeTokens: ApplicationTokensRepository,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** @throws NotFound */
  async load(reader: Reader, username: string, of?: UserOwner): Promise<User> {
    const user = await this.users.find(reader, username, of);
    if (!user) throw new NotFound();
    return user;
  }

  /**
   * As `load`, for a change: locks the user, so that the decision on the change stays true. A
   * transaction that also locks the account locks the user first, as `If-Match` does.
   * @throws NotFound
   */
  async lock(tx: Tx, username: string, of: UserOwner = {}): Promise<User> {
    const user = await this.users.lock(tx, username, of);
    if (!user) throw new NotFound();
    return user;
  }

  /**
   * Locks the account and checks its quota of users (D-210), which does not hold for the platform.
   * @throws Invalid when the account has reached its quota
   */
  async requireRoom(tx: Tx, accountId: number): Promise<void> {
    tx.send(LOCK_ACCOUNT, [accountId]);
    requireQuota(await this.users.count(tx, accountId), this.settings.maxUsersPerAccount, 'user_limit');
  }

  /** @param field the request's field with the user name @throws Invalid when the name is in use */
  async create(tx: Tx, user: NewUser, field = 'username'): Promise<User> {
    const created = await this.users.insert(tx, user, this.clock.now());
    if (!created) throw invalid(field, 'username_taken');
    return created;
  }

  /**
   * Changes a locked user.
   * @throws Invalid when the name is in use, or the account would lose its last unrestricted user
   */
  async update(tx: Tx, user: User, change: UserChange): Promise<ChangedUser> {
    const faults = new Faults();
    const namesake = change.username === undefined ? null : await this.users.find(tx, change.username);
    if (namesake && namesake.id !== user.id) faults.add('username', 'username_taken');
    if (change.restricted && (await this.isLastUnrestricted(tx, user.accountId, user.id))) {
      faults.add('restricted', 'last_unrestricted_user_not_restrictable');
    }
    faults.throwIfAny();
    await this.startWithoutGrants(tx, user, change.restricted);
    const { row, isChanged } = await this.users.update(tx, user, change);
    const { passwordHash } = change;
    if (passwordHash === undefined) return { user: row, isChanged, endedTokens: [] };
    return { user: row, isChanged: true, endedTokens: await this.setPassword(tx, user.id, passwordHash) };
  }

  /**
   * Also ends the user's logins, trusted devices and OAuth tokens (D-141).
   * @returns the personal tokens of applications, which also end (D-208); the caller records their
   * events
   * @throws NotFound when the user no longer exists
   */
  async setPassword(tx: Tx, userId: number, passwordHash: string): Promise<EndedToken[]> {
    const found = await this.users.setPassword(tx, userId, passwordHash, this.clock.now());
    if (!found) throw new NotFound();
    await this.logins.revoke(tx, 'password', userId);
    return this.madeTokens.end(tx, { userId });
  }

  /**
   * Deletes a locked user, also the user's credentials and grants (by foreign key).
   * @throws Invalid for the last unrestricted user
   */
  async delete(tx: Tx, user: User): Promise<void> {
    if (await this.isLastUnrestricted(tx, user.accountId, user.id))
      throw invalid('', 'last_unrestricted_user_not_deletable');
    await this.users.delete(tx, user.id);
  }

  /**
   * Deletes the grants of a locked user when `restricted` changes (D-214), in both directions: a
   * grant for an entity that the user was creating may be inserted just after the user became
   * unrestricted.
   */
  async startWithoutGrants(
    tx: Tx,
    { id, restricted: before }: Pick<User, 'id' | 'restricted'>,
    restricted = before,
  ): Promise<void> {
    if (restricted !== before) await this.grants.deleteAll(tx, id);
  }

  /**
   * Whether the user is the account's only unrestricted one (D-68). Exact until the transaction
   * ends.
   */
  async isLastUnrestricted(tx: Tx, accountId: number, userId: number): Promise<boolean> {
    tx.send(LOCK_ACCOUNT, [accountId]);
    const ids = await this.users.unrestrictedIds(tx, accountId);
    return ids.length === 1 && ids[0] === userId;
  }
}
