import { Injectable } from '@nestjs/common';
import { verifyPassword } from '../../access/credentials/password.js';
import type { TrustedDeviceEntity } from '../../access/logins/trusted-device.entity.js';
import { TwoFactor } from '../../access/two-factor/two-factor.service.js';
import { isUsername } from '../../access/users/user.rules.js';
import { Database } from '../../database/database.js';
import type { Tx } from '../../database/reader.js';
import { addressBlock } from '../../shared/limits/address-block.rules.js';
import { Attempts } from '../../shared/limits/attempts.js';
import { CostlyWork } from '../../shared/limits/costly-work.js';
import { Clock } from '../../shared/time/clock.js';
import { CompletedLogins, newToken, type CompletedLogin } from './completed-logins.js';
import type { CookieValue } from './cookies.js';
import { KnownBrowsers } from './known-browsers.js';
import { LoginHistoryRepository } from './login-history.repository.js';
import { loginLimits } from './login-limits.rules.js';
import { LoginSessionsRepository } from './login-sessions.repository.js';
import { LoginUsersRepository } from './login-users.repository.js';
import { PendingLoginsRepository } from './pending-logins.repository.js';
import { TrustedDevicesRepository } from './trusted-devices.repository.js';
import type { Visitor } from './visitor.js';
import type { LoginUser, PendingUser, SignedInUser } from './login-user.js';

const PENDING_SECONDS = 600;
/**
 * Stands for a user who does not exist, so that an unknown name runs the same statements (D-209).
 */
const UNKNOWN_USER: Pick<LoginUser, 'id' | 'passwordHash'> = { id: 0, passwordHash: null };

export interface Credentials {
  readonly username: string;
  readonly password: string;
  readonly remember: boolean;
}

export type LoginOutcome =
  | CompletedLogin
  | { readonly step: 'code'; readonly userId: number; readonly pending: CookieValue }
  | { readonly step: 'wrong' };

/** An attempt that is counted and in the history before the password is checked. */
interface BegunLogin {
  readonly counted: readonly number[];
  readonly loginId: number | undefined;
  readonly device: TrustedDeviceEntity | null;
}

/**
 * Logs users in (D-148): by password, then by a code if two-factor is on and the device is not
 * trusted.
 */
@Injectable()
export class LoginService {
  constructor(
    private readonly database: Database,
    private readonly users: LoginUsersRepository,
    private readonly history: LoginHistoryRepository,
    private readonly sessions: LoginSessionsRepository,
    private readonly pendingLogins: PendingLoginsRepository,
    private readonly devices: TrustedDevicesRepository,
    private readonly knownBrowsers: KnownBrowsers,
    private readonly completed: CompletedLogins,
    private readonly twoFactor: TwoFactor,
    private readonly attempts: Attempts,
    private readonly work: CostlyWork,
    private readonly clock: Clock,
  ) {}

  session(token: string | undefined): Promise<SignedInUser | undefined> {
    return token ? this.sessions.find(this.database, token, this.clock.now()) : Promise.resolve(undefined);
  }

  /** @returns the user whose two-factor code is due */
  pendingUser(token: string | undefined): Promise<PendingUser | undefined> {
    return token
      ? this.pendingLogins.findUser(this.database, token, this.clock.now())
      : Promise.resolve(undefined);
  }

  /**
   * Runs the same steps for existing and unknown names, so that response times reveal neither
   * (D-209).
   * @throws TooMany when a limit of D-23 is reached, even if the password is right
   */
  async enterPassword(credentials: Credentials, visitor: Visitor): Promise<LoginOutcome> {
    const { username, password, remember } = credentials;
    const user = await this.users.findByName(this.database, isUsername(username) ? username : '');
    const { id, passwordHash } = user ?? UNKNOWN_USER;
    // The hash is costly. Its queue is keyed by address, which reveals nothing to a stranger
    // (D-281). A login that gets no turn does not count as a failed one.
    const { begun, matches } = await this.work.passwordHashes.run(
      addressBlock(visitor.address),
      async () => ({
        begun: await this.begin(username, id, visitor),
        matches: await verifyPassword(passwordHash, password),
      }),
    );
    if (!user || !matches) return { step: 'wrong' };
    return this.database.transaction(async (tx) => {
      if (!(await this.users.isUnchanged(tx, user))) return { step: 'wrong' };
      await this.attempts.forgive(tx, begun.counted);
      return this.proceed(tx, user, begun, remember, visitor);
    });
  }

  /**
   * @returns undefined when no login waits for a code
   * @throws TooMany when a limit of D-23 is reached, even if the code is right
   */
  async enterCode(
    token: string | undefined,
    code: string,
    visitor: Visitor,
  ): Promise<LoginOutcome | undefined> {
    if (!token) return undefined;
    return this.database.transaction(async (tx): Promise<LoginOutcome | undefined> => {
      const pending = await this.pendingLogins.lock(tx, token, this.clock.now());
      if (!pending) return undefined;
      if (!(await this.twoFactor.acceptAtLogin(tx, pending.userId, code))) {
        await this.pendingLogins.countWrongCode(tx, token);
        return { step: 'wrong' };
      }
      await this.pendingLogins.delete(tx, token);
      return this.completed.complete(tx, { ...pending, device: null }, visitor);
    });
  }

  /** Ends the browser's login, also one that waits for a code. A trusted device stays (D-170). */
  async logOut(sessionToken: string | undefined, pendingToken: string | undefined): Promise<void> {
    if (!sessionToken && !pendingToken) return;
    await this.database.transaction(async (tx) => {
      if (sessionToken) await this.sessions.delete(tx, sessionToken);
      if (pendingToken) await this.pendingLogins.delete(tx, pendingToken);
    });
  }

  /**
   * Counts the attempt before the password is checked: `forgive` takes it back when the password is
   * right.
   */
  private async begin(username: string, userId: number, visitor: Visitor): Promise<BegunLogin> {
    const { address } = visitor;
    const now = this.clock.now();
    const deviceToken = visitor.deviceToken(userId);
    const device = deviceToken ? await this.devices.find(this.database, deviceToken, userId, now) : null;
    const known = device
      ? `device ${device.id}`
      : this.knownBrowsers.identify(visitor.knownToken(userId), userId);
    const limits = loginLimits(username, address, known);
    return this.database.transaction(async (tx) => {
      await this.attempts.requireAllowed(tx, ...limits);
      const counted = await this.attempts.count(tx, ...limits);
      const loginId = await this.history.begin(tx, userId, address, now);
      return { counted, loginId, device };
    });
  }

  private async proceed(
    tx: Tx,
    user: LoginUser,
    { loginId, device }: BegunLogin,
    remember: boolean,
    visitor: Visitor,
  ): Promise<LoginOutcome> {
    if (loginId === undefined) return { step: 'wrong' };
    const isTrusted =
      device !== null && (await this.devices.use(tx, device, visitor.address, this.clock.now()));
    const login = { accountId: user.accountId, userId: user.id, loginId, remember };
    if (isTrusted || !user.twoFactorAuth) {
      return this.completed.complete(tx, { ...login, device: isTrusted ? device : null }, visitor);
    }
    const token = newToken();
    await this.pendingLogins.insert(tx, token, { ...login, expiry: this.clock.in(PENDING_SECONDS) });
    return { step: 'code', userId: user.id, pending: { token } };
  }
}
