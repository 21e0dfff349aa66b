import { Injectable } from '@nestjs/common';
import type { Tx } from '../../shared/database/reader.js';
import { invalid, NotFound } from '../../shared/errors/errors.js';
import { Clock } from '../../shared/time/clock.js';
import { TokensRepository } from '../credentials/tokens.repository.js';
import type { NewUser, User } from './user.js';
import { LAST_UNRESTRICTED_DELETED, USERNAME_TAKEN } from './user.rules.js';
import { UsersRepository } from './users.repository.js';

/** What the account's admin and the platform both do with users. */
@Injectable()
export class UsersService {
  constructor(
    private readonly users: UsersRepository,
    private readonly tokens: TokensRepository,
    private readonly clock: Clock,
  ) {}

  /** @throws NotFound */
  async load(tx: Tx, username: string): Promise<User> {
    const user = await this.users.find(tx, username);
    if (!user) throw new NotFound();
    return user;
  }

  /** @param field where the request has the user name. */
  async create(tx: Tx, user: NewUser, field = 'username'): Promise<User> {
    if (await this.users.find(tx, user.username)) throw invalid(field, USERNAME_TAKEN);
    return this.users.insert(tx, user, this.clock.now());
  }

  /** Ends what was opened with the old password (D-141). */
  async setPassword(tx: Tx, userId: number, passwordHash: string): Promise<void> {
    await this.users.setPassword(tx, userId, passwordHash, this.clock.now());
    await this.tokens.endOauth(tx, userId);
  }

  /** With the user go their credentials and grants. @throws Invalid for the account's last unrestricted user. */
  async delete(tx: Tx, user: User): Promise<void> {
    const last = !user.restricted && !(await this.users.hasOtherUnrestricted(tx, user.accountId, user.id));
    if (last) throw invalid('', LAST_UNRESTRICTED_DELETED);
    await this.users.delete(tx, user.id);
  }
}
