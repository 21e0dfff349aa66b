import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { verifyPassword } from '../../auth/credentials/password.js';
import { TwoFactor } from '../../auth/two-factor/two-factor.service.js';
import { SETTINGS, type Settings } from '../../shared/config/settings.js';
import { Database } from '../../database/database.js';
import type { Tx } from '../../database/reader.js';
import type { Attempt } from '../../shared/limits/attempt-limits.js';
import { Attempts } from '../../shared/limits/attempts.js';
import { Clock } from '../../shared/time/clock.js';
import { isStorable } from '../../shared/validation/characters.js';
import { TrustedDevicesRepository, type DeviceRow } from './trusted-devices.repository.js';
import { LoginHistoryRepository } from './login-history.repository.js';
import { LoginUsersRepository, type LoginUser } from './login-users.repository.js';
import { PendingLoginsRepository, type PendingLoginRow } from './pending-logins.repository.js';
import { LoginSessionsRepository, type SessionRow } from './login-sessions.repository.js';

const TOKEN_BYTES = 32;
const SESSION_SECONDS = 12 * 3600;
const PENDING_SECONDS = 600;
const DAY_SECONDS = 86400;
const MAX_USER_AGENT = 1000;

/** The browser that logs in. */
export interface Visitor {
  /** The client's address (D-50). */
  readonly address: string;
  readonly userAgent: string;
  /** The value of the device cookie, if the browser sent one. */
  readonly deviceToken: string | undefined;
}

export interface Credentials {
  readonly username: string;
  readonly password: string;
  readonly remember: boolean;
}

/** A cookie value. Without `expiry` the cookie lasts until the browser closes. */
export interface CookieValue {
  readonly token: string;
  readonly expiry?: Date;
}

export type LoginOutcome =
  | { readonly step: 'done'; readonly session: CookieValue; readonly device?: CookieValue }
  | { readonly step: 'code'; readonly pending: CookieValue }
  | { readonly step: 'wrong' };

/** Logs users in (D-148): by password, then by a code if two-factor is on and the device is not trusted. */
@Injectable()
export class LoginService {
  constructor(
    private readonly database: Database,
    private readonly users: LoginUsersRepository,
    private readonly history: LoginHistoryRepository,
    private readonly sessions: LoginSessionsRepository,
    private readonly pendingLogins: PendingLoginsRepository,
    private readonly devices: TrustedDevicesRepository,
    private readonly twoFactor: TwoFactor,
    private readonly attempts: Attempts,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  session(token: string | undefined): Promise<SessionRow | undefined> {
    return token ? this.sessions.find(this.database, token, this.clock.now()) : Promise.resolve(undefined);
  }

  pending(token: string | undefined): Promise<PendingLoginRow | undefined> {
    return token
      ? this.pendingLogins.find(this.database, token, this.clock.now())
      : Promise.resolve(undefined);
  }

  /** @throws TooMany when a limit of D-23 is reached, even if the password is right. */
  async enterPassword(
    { username, password, remember }: Credentials,
    visitor: Visitor,
  ): Promise<LoginOutcome> {
    const user = isStorable(username) ? await this.users.findByName(this.database, username) : undefined;
    const limits = limitsOf(user, visitor.address);
    const counted = await this.database.transaction(async (tx) => {
      await this.attempts.mustBeAllowed(tx, ...limits);
      return this.attempts.count(tx, ...limits);
    });
    const matches = await verifyPassword(user?.passwordHash ?? null, password);
    if (!user) return { step: 'wrong' };
    return this.database.transaction(async (tx) => {
      const loginId = await this.history.begin(tx, user, visitor.address, this.clock.now());
      if (!matches || !(await this.users.isUnchanged(tx, user))) return { step: 'wrong' };
      await this.attempts.forgive(tx, counted);
      return this.proceed(tx, user, loginId, remember, visitor);
    });
  }

  /** @throws TooMany when a limit of D-23 is reached, even if the code is right. @returns undefined when no login waits for a code */
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
      return this.finish(tx, { ...pending, device: undefined }, visitor);
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

  private async proceed(
    tx: Tx,
    user: LoginUser,
    loginId: number,
    remember: boolean,
    visitor: Visitor,
  ): Promise<LoginOutcome> {
    const now = this.clock.now();
    const { deviceToken, address } = visitor;
    const device = deviceToken ? await this.devices.use(tx, deviceToken, user.id, address, now) : undefined;
    if (device || !user.twoFactorAuth) {
      return this.finish(tx, { userId: user.id, loginId, remember, device }, visitor);
    }
    const token = newToken();
    const expiry = this.clock.in(PENDING_SECONDS);
    await this.pendingLogins.insert(tx, { token, userId: user.id, loginId, remember, expiry });
    return { step: 'code', pending: { token } };
  }

  private async finish(
    tx: Tx,
    { userId, loginId, remember, device }: ProvenLogin,
    visitor: Visitor,
  ): Promise<LoginOutcome> {
    await this.history.succeed(tx, loginId);
    const made = remember && !device ? await this.trust(tx, userId, visitor) : undefined;
    const trusted = device ?? made?.row;
    const session = { token: newToken(), expiry: trusted ? new Date(trusted.expiry) : undefined };
    await this.sessions.insert(tx, {
      token: session.token,
      userId,
      deviceId: trusted?.id ?? null,
      created: this.clock.now(),
      expiry: session.expiry ?? this.clock.in(SESSION_SECONDS),
    });
    return { step: 'done', session, ...(made && { device: made.issued }) };
  }

  private async trust(
    tx: Tx,
    userId: number,
    visitor: Visitor,
  ): Promise<{ row: DeviceRow; issued: CookieValue }> {
    const token = newToken();
    const expiry = this.clock.in(this.settings.trustedDeviceDays * DAY_SECONDS);
    const row = await this.devices.insert(tx, {
      token,
      userId,
      userAgent: visitor.userAgent.slice(0, MAX_USER_AGENT),
      address: visitor.address,
      created: this.clock.now(),
      expiry,
    });
    return { row, issued: { token, expiry } };
  }
}

interface ProvenLogin {
  readonly userId: number;
  readonly loginId: number;
  readonly remember: boolean;
  readonly device: DeviceRow | undefined;
}

function newToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url');
}

/** D-23; names of nobody count for the address only (D-169). */
function limitsOf(user: LoginUser | undefined, address: string): Attempt[] {
  const byAddress: Attempt = { kind: 'failed login by address', subject: [address] };
  if (!user) return [byAddress];
  const username = user.username.toLowerCase();
  return [
    { kind: 'failed login by username and address', subject: [username, address] },
    { kind: 'failed login by username', subject: [username] },
    byAddress,
  ];
}
