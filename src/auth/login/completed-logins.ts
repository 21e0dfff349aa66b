import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { TrustedDeviceEntity } from '../../access/logins/trusted-device.entity.js';
import type { Tx } from '../../database/reader.js';
import type { Actor } from '../../events/event.js';
import { EventsService } from '../../events/events.service.js';
import { SETTINGS, type Settings } from '../../shared/config/settings.js';
import { Clock } from '../../shared/time/clock.js';
import type { CookieValue } from './cookies.js';
import { KnownBrowsers } from './known-browsers.js';
import { LoginHistoryRepository } from './login-history.repository.js';
import { LoginUsersRepository } from './login-users.repository.js';
import { deviceAddedEvent } from '../sign-in.events.js';
import { LoginSessionsRepository } from './login-sessions.repository.js';
import { TrustedDevicesRepository } from './trusted-devices.repository.js';
import type { Visitor } from './visitor.js';
import type { SignedInUser } from './login-user.js';

const TOKEN_BYTES = 32;
const SESSION_SECONDS = 12 * 3600;
const DAY_SECONDS = 86400;
const MAX_USER_AGENT = 1000;

/** A login whose user is authenticated. */
interface ProvenLogin {
  readonly accountId: number;
  readonly userId: number;
  readonly loginId: number;
  readonly remember: boolean;
  readonly device: TrustedDeviceEntity | null;
}

/** The user, and the cookies that the browser gets. */
export interface CompletedLogin {
  readonly step: 'done';
  readonly userId: number;
  readonly session: CookieValue;
  readonly known: CookieValue;
  readonly device?: CookieValue;
}

/**
 * Completes logins: the history, the session, and the trusted device if the user asked for one
 * (D-148, D-87).
 */
@Injectable()
export class CompletedLogins {
  constructor(
    private readonly history: LoginHistoryRepository,
    private readonly sessions: LoginSessionsRepository,
    private readonly devices: TrustedDevicesRepository,
    private readonly users: LoginUsersRepository,
    private readonly knownBrowsers: KnownBrowsers,
    private readonly events: EventsService,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  async complete(tx: Tx, login: ProvenLogin, visitor: Visitor): Promise<CompletedLogin> {
    const { accountId, userId, loginId, remember } = login;
    await this.history.succeed(tx, userId, loginId);
    const trusted = remember ? await this.trust(tx, login, visitor) : undefined;
    const device = trusted?.device ?? login.device;
    const session = { token: newToken(), expiry: device?.expiry };
    // The browser loses its earlier login with the cookie.
    if (visitor.sessionToken) await this.sessions.delete(tx, visitor.sessionToken);
    await this.sessions.insert(tx, session.token, {
      accountId,
      userId,
      trustedDeviceId: device?.id ?? null,
      userAgent: visitor.userAgent.slice(0, MAX_USER_AGENT),
      address: visitor.address,
      created: this.clock.now(),
      expiry: session.expiry ?? this.clock.in(SESSION_SECONDS),
    });
    const known = this.knownBrowsers.issue(userId);
    return { step: 'done', userId, session, known, ...(trusted && { device: trusted.cookie }) };
  }

  /** Trusts the browser from now on. One that is a device already remains the same device. */
  private async trust(tx: Tx, { accountId, userId, device: known }: ProvenLogin, visitor: Visitor) {
    const expiry = this.clock.in(this.settings.trustedDeviceDays * DAY_SECONDS);
    const knownToken = known && visitor.deviceToken(userId);
    if (knownToken) {
      await this.devices.extend(tx, known, expiry);
      return { device: { ...known, expiry }, cookie: { token: knownToken, expiry } };
    }
    const token = newToken();
    const device = await this.devices.insert(tx, token, {
      accountId,
      userId,
      userAgent: visitor.userAgent.slice(0, MAX_USER_AGENT),
      lastRemoteAddr: visitor.address,
      created: this.clock.now(),
      expiry,
    });
    const user = await this.users.findSignedIn(tx, userId);
    if (user) this.events.record(tx, actorOf(user, visitor), deviceAddedEvent(user));
    return { device, cookie: { token, expiry } };
  }
}

/** The user as the actor of an event (D-132). */
export function actorOf({ accountId, userId, username }: SignedInUser, visitor: Visitor): Actor {
  const { address, requestId } = visitor;
  return { accountId, userId, username, address, requestId };
}

/** A secret of 256 random bits. */
export function newToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url');
}
