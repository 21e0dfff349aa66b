import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Encryption } from '../../shared/secrets/encryption.js';
import { LoginCookies } from './cookies.js';

const VALUE_BYTES = 32;

/**
 * Makes and checks CSRF tokens. A token is an HMAC of a cookie and of the user, so it is valid only
 * in the browser and for the user that the form was shown to.
 */
@Injectable()
export class Csrf {
  private readonly key: Buffer;

  constructor(
    private readonly cookies: LoginCookies,
    encryption: Encryption,
  ) {
    this.key = encryption.derivedKey('signin csrf');
  }

  /** The token for a page's forms. Sets the browser's cookie when it is missing. */
  token(response: Response, user = ''): string {
    const known = this.cookies.read(response.req, 'browser');
    if (known) return this.of(known, user);
    const value = randomBytes(VALUE_BYTES).toString('base64url');
    this.cookies.set(response, 'browser', { token: value });
    return this.of(value, user);
  }

  /** Whether the token belongs to this browser and user. */
  isValid(request: Request, presented: string | null, user = ''): boolean {
    const browser = this.cookies.read(request, 'browser');
    if (!browser || !presented) return false;
    const expected = Buffer.from(this.of(browser, user));
    const given = Buffer.from(presented);
    return given.length === expected.length && timingSafeEqual(given, expected);
  }

  private of(browser: string, user: string): string {
    return createHmac('sha256', this.key).update(`${browser} ${user}`).digest('base64url');
  }
}
