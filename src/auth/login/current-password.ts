import { Injectable } from '@nestjs/common';
import { verifyPassword } from '../../access/credentials/password.js';
import { Database } from '../../database/database.js';
import type { Tx } from '../../database/reader.js';
import { Attempts } from '../../shared/limits/attempts.js';
import { CostlyWork } from '../../shared/limits/costly-work.js';
import { LoginUsersRepository } from './login-users.repository.js';
import type { LoginUser, SignedInUser } from './login-user.js';

/** A correct password, and the counted attempts that `CurrentPassword.accept` takes back. */
interface CorrectPassword {
  readonly stored: LoginUser;
  readonly counted: readonly number[];
}

/** Asks signed-in users for their password again before they change how they sign in. */
@Injectable()
export class CurrentPassword {
  constructor(
    private readonly database: Database,
    private readonly users: LoginUsersRepository,
    private readonly attempts: Attempts,
    private readonly work: CostlyWork,
  ) {}

  /**
   * Counts the attempt; `accept` takes it back.
   * @returns undefined when the password is wrong
   * @throws TooMany after ten wrong ones (D-23)
   */
  async check(user: SignedInUser, password: string): Promise<CorrectPassword | undefined> {
    // An attempt that gets no turn does not count as a wrong password.
    const { counted, stored, isCorrect } = await this.work.passwordHashes.run(user.accountId, async () => {
      const counted = await this.attempts.countSeparately({
        kind: 'wrong password at change by user',
        subject: [user.userId],
      });
      const stored = await this.users.find(this.database, user.userId);
      return { counted, stored, isCorrect: await verifyPassword(stored?.passwordHash ?? null, password) };
    });
    return stored && isCorrect ? { stored, counted } : undefined;
  }

  /** As `check`, for a step that leads to a change and changes nothing itself. */
  async isCorrect(user: SignedInUser, password: string): Promise<boolean> {
    const correct = await this.check(user, password);
    return correct !== undefined && this.database.transaction((tx) => this.accept(tx, correct));
  }

  /** @returns whether the password is still the user's, until the transaction ends */
  async accept(tx: Tx, { stored, counted }: CorrectPassword): Promise<boolean> {
    if (!(await this.users.isUnchanged(tx, stored))) return false;
    await this.attempts.forgive(tx, counted);
    return true;
  }
}
