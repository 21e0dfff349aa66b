import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../shared/config/settings.js';
import { Encryption } from '../../shared/secrets/encryption.js';
import { Clock } from '../../shared/time/clock.js';
import type { CookieValue } from './cookies.js';
import type { KnownBrowser } from './login-limits.rules.js';

const ID_BYTES = 16;
const DAY_SECONDS = 86400;

/**
 * Signed cookie values that prove an earlier login of one user (D-209): the browser's id, the
 * expiry, and an HMAC of both and of the user. The value grants no access; it only gives the
 * browser a login limit of its own.
 */
@Injectable()
export class KnownBrowsers {
  private readonly key: Buffer;

  constructor(
    encryption: Encryption,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {
    this.key = encryption.derivedKey('signin known browser');
  }

  issue(userId: number): CookieValue {
    const expiry = this.clock.in(this.settings.trustedDeviceDays * DAY_SECONDS);
    const fields = `${randomBytes(ID_BYTES).toString('base64url')}.${Math.floor(expiry.getTime() / 1000)}`;
    return { token: `${fields}.${this.sign(fields, userId)}`, expiry };
  }

  /** @returns undefined when the value does not prove a login of this user, or has expired */
  identify(value: string | undefined, userId: number): KnownBrowser | undefined {
    const [id = '', expiry = '', signature = ''] = (value ?? '').split('.');
    const expected = Buffer.from(this.sign(`${id}.${expiry}`, userId));
    const given = Buffer.from(signature);
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
    return Number(expiry) * 1000 > this.clock.milliseconds() ? id : undefined;
  }

  private sign(fields: string, userId: number): string {
    return createHmac('sha256', this.key).update(`${fields}.${userId}`).digest('base64url');
  }
}
