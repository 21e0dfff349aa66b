import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Request, Response } from 'express';
import type { LoginCookies } from './cookies.js';

const VALUE_BYTES = 32;

/**
 * Ties a form to the browser that was shown it, and to the user it was shown to: a digest, under our key, of a cookie
 * that only this browser has.
 */
export class Csrf {
  constructor(
    private readonly key: Buffer,
    private readonly cookies: LoginCookies,
  ) {}

  /** The token for a page's forms; gives the browser its cookie if it has none. */
  token(request: Request, response: Response, user = ''): string {
    const known = this.cookies.read(request, 'browser');
    if (known) return this.of(known, user);
    const value = randomBytes(VALUE_BYTES).toString('base64url');
    this.cookies.set(response, 'browser', value);
    return this.of(value, user);
  }

  /** Whether the form came from a page that this browser was shown for this user. */
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
