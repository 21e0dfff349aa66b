import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import type { Tx } from '../../database/reader.js';
import type { Attempt } from '../../shared/limits/attempt-limits.js';
import { Attempts } from '../../shared/limits/attempts.js';
import { Clock } from '../../shared/time/clock.js';
import { CompletedLogins, type CompletedLogin } from '../login/completed-logins.js';
import { LoginHistoryRepository } from '../login/login-history.repository.js';
import { LoginUsersRepository } from '../login/login-users.repository.js';
import { PendingLoginsRepository } from '../login/pending-logins.repository.js';
import type { Visitor } from '../login/visitor.js';
import { PasskeyChallenges } from './passkey-challenges.js';
import type { PasskeyEntity } from './passkey.entity.js';
import { PasskeysRepository } from './passkeys.repository.js';
import { presentedCredential, type PresentedCredential } from './presented-credential.js';
import { RelyingParty } from './relying-party.js';

/** Stands for an unknown user, so that the history runs the same statements. */
const UNKNOWN_USER_ID = 0;

/** A passkey that has signed a live challenge. */
interface SignedChallenge {
  readonly passkey: PasskeyEntity;
  readonly challenge: Buffer;
  readonly count: number;
}

/** Logins with a passkey (D-311): instead of the password, or as the second factor after it. */
@Injectable()
export class PasskeyLogins {
  constructor(
    private readonly database: Database,
    private readonly passkeys: PasskeysRepository,
    private readonly challenges: PasskeyChallenges,
    private readonly relyingParty: RelyingParty,
    private readonly users: LoginUsersRepository,
    private readonly history: LoginHistoryRepository,
    private readonly pendingLogins: PendingLoginsRepository,
    private readonly completed: CompletedLogins,
    private readonly attempts: Attempts,
    private readonly clock: Clock,
  ) {}

  /**
   * Options for a sign-in in the browser. They name no passkey, so that they reveal nothing about a
   * user (D-209).
   * @param browser the secret that binds the challenge
   */
  signInOptions(browser: string): Promise<object> {
    return this.relyingParty.requestOptions(this.challenges.issue(signInPurpose(browser)));
  }

  /** Options for the second factor of a pending login; undefined when the user has no passkey. */
  async factorOptions(token: string, userId: number): Promise<object | undefined> {
    const known = await this.passkeys.list(this.database, userId);
    if (known.length === 0) return undefined;
    return this.relyingParty.requestOptions(this.challenges.issue(factorPurpose(token)), known);
  }

  /**
   * Completes a login. It needs no second factor: the authenticator has verified the user.
   * @returns undefined when the passkey is not accepted
   * @throws TooMany after too many failed logins from the address (D-23). Failures count for no
   * username, because signatures can't be guessed.
   */
  async signIn(text: string | null, browser: string, visitor: Visitor): Promise<CompletedLogin | undefined> {
    const presented = presentedCredential(text);
    const passkey = presented && (await this.passkeys.findByCredential(this.database, presented.id));
    const user = passkey && (await this.users.find(this.database, passkey.userId));
    const attempt: Attempt = { kind: 'failed login by address', subject: [visitor.address] };
    const { counted, loginId } = await this.database.transaction(async (tx) => {
      await this.attempts.requireAllowed(tx, attempt);
      const now = this.clock.now();
      const id = await this.history.begin(tx, user?.id ?? UNKNOWN_USER_ID, visitor.address, now);
      return { counted: await this.attempts.count(tx, attempt), loginId: id };
    });
    if (!user || loginId === undefined || !presented.userHandle) return undefined;
    const signed = await this.signed(presented, passkey, signInPurpose(browser));
    if (!signed) return undefined;
    return this.database.transaction(async (tx) => {
      if (!(await this.users.isUnchanged(tx, user)) || !(await this.use(tx, signed))) return undefined;
      await this.attempts.forgive(tx, counted);
      const { id: userId, accountId } = user;
      const login = { accountId, userId, loginId, remember: false, device: null };
      return this.completed.complete(tx, login, visitor);
    });
  }

  /**
   * Accepts a passkey instead of a two-factor code for a pending login.
   * @returns undefined when the passkey is not accepted, or no login waits
   * @throws TooMany after too many wrong codes (D-23)
   */
  async enterFactor(
    token: string,
    text: string | null,
    visitor: Visitor,
  ): Promise<CompletedLogin | undefined> {
    const now = this.clock.now();
    const user = await this.pendingLogins.findUser(this.database, token, now);
    if (!user) return undefined;
    const presented = presentedCredential(text);
    const passkey = presented && (await this.passkeys.findByCredential(this.database, presented.id));
    const signed =
      passkey?.userId === user.userId
        ? await this.signed(presented!, passkey, factorPurpose(token))
        : undefined;
    const attempt: Attempt = { kind: 'wrong code at login by user', subject: [user.userId] };
    return this.database.transaction(async (tx) => {
      const pending = await this.pendingLogins.lock(tx, token, now);
      if (!pending) return undefined;
      await this.attempts.requireAllowed(tx, attempt);
      if (!signed || !(await this.use(tx, signed))) {
        await this.attempts.count(tx, attempt);
        await this.pendingLogins.countWrongCode(tx, token);
        return undefined;
      }
      await this.pendingLogins.delete(tx, token);
      return this.completed.complete(tx, { ...pending, device: null }, visitor);
    });
  }

  private async signed(
    presented: PresentedCredential,
    passkey: PasskeyEntity,
    purpose: string,
  ): Promise<SignedChallenge | undefined> {
    const { challenge } = presented;
    if (!this.challenges.isLive(challenge, purpose)) return undefined;
    const count = await this.relyingParty.signatureCount(presented, passkey);
    return count === undefined ? undefined : { passkey, challenge, count };
  }

  /**
   * @returns false when the challenge or the passkey was used meanwhile, or the passkey was deleted
   */
  private async use(tx: Tx, { passkey, challenge, count }: SignedChallenge): Promise<boolean> {
    return (
      (await this.challenges.spend(tx, challenge)) &&
      (await this.passkeys.use(tx, passkey, count, this.clock.now()))
    );
  }
}

function signInPurpose(browser: string): string {
  return `sign in ${browser}`;
}

function factorPurpose(token: string): string {
  return `second factor ${token}`;
}
