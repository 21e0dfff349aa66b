import { Inject, Injectable } from '@nestjs/common';
import { hashPassword } from '../../access/credentials/password.js';
import { tokenDeleted } from '../../access/credentials/token.events.js';
import { password as passwordRule } from '../../access/users/user.rules.js';
import { isCommonPassword } from './common-passwords.rules.js';
import { UsersService } from '../../access/users/users.service.js';
import { Database } from '../../database/database.js';
import { EventsService } from '../../events/events.service.js';
import { SETTINGS, type Settings } from '../../shared/config/settings.js';
import { CostlyWork } from '../../shared/limits/costly-work.js';
import { reasonText } from '../../shared/validation/rule.js';
import { sha256 } from '../../shared/secrets/sha256.js';
import { Clock } from '../../shared/time/clock.js';
import { passwordChangedEvent } from '../sign-in.events.js';
import { actorOf } from './completed-logins.js';
import { CurrentPassword } from './current-password.js';
import { LiveLogins } from './live-logins.js';
import { LoginSessionsRepository } from './login-sessions.repository.js';
import type { Visitor } from './visitor.js';
import type { SignedInUser } from './login-user.js';

/** A login as its user sees it. */
export interface ListedLogin {
  readonly id: number;
  readonly created: Date;
  readonly userAgent: string;
  readonly address: string;
  readonly isCurrent: boolean;
}

/** Lets users see and end their logins, and change their password. */
@Injectable()
export class AccountSecurity {
  constructor(
    private readonly database: Database,
    private readonly sessions: LoginSessionsRepository,
    private readonly live: LiveLogins,
    private readonly currentPassword: CurrentPassword,
    private readonly users: UsersService,
    private readonly work: CostlyWork,
    private readonly events: EventsService,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** @param token the session of the browser that asks */
  async logins({ userId }: SignedInUser, token: string): Promise<ListedLogin[]> {
    const current = sha256(token);
    const sessions = await this.sessions.list(this.database, userId, this.clock.now());
    return sessions.map(({ tokenHash, ...session }) => ({
      ...session,
      isCurrent: current.equals(tokenHash),
    }));
  }

  /**
   * @param id without it, ends all logins but this browser's
   * @throws LoginEnded
   */
  async endLogins(user: SignedInUser, visitor: Visitor, id: number | undefined): Promise<void> {
    await this.database.transaction(async (tx) => {
      await this.live.require(tx, user, visitor);
      if (id === undefined) await this.sessions.endOthers(tx, user.userId, visitor.sessionToken ?? '');
      else await this.sessions.end(tx, user.userId, id);
    });
  }

  /**
   * Describes what is wrong with a new password (D-140, D-312); undefined when it is acceptable.
   */
  passwordFault(password: string): string | undefined {
    const fault = reasonText(passwordRule().check(password, 'password', this.settings));
    return fault ?? (isCommonPassword(password) ? 'Password is too common.' : undefined);
  }

  /**
   * Changes the password, which ends every login of the user (D-141).
   * @returns false when the current password is wrong
   * @throws TooMany after ten wrong ones; LoginEnded
   */
  async changePassword(
    user: SignedInUser,
    visitor: Visitor,
    { current, password }: { readonly current: string; readonly password: string },
  ): Promise<boolean> {
    const correct = await this.currentPassword.check(user, current);
    if (!correct) return false;
    const hash = await this.work.passwordHashes.run(user.accountId, () => hashPassword(password));
    return this.database.transaction(async (tx) => {
      await this.live.require(tx, user, visitor);
      if (!(await this.currentPassword.accept(tx, correct))) return false;
      const endedTokens = await this.users.setPassword(tx, user.userId, hash);
      const actor = actorOf(user, visitor);
      this.events.record(tx, actor, passwordChangedEvent(user));
      for (const token of endedTokens) this.events.record(tx, actor, tokenDeleted(token));
      return true;
    });
  }
}
