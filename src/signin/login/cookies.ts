import type { CookieOptions, Request, Response } from 'express';
import type { AnsweredRequest } from '../../shared/http/response/response-headers.js';

/** The cookies of the login pages. The OAuth library sets its own. */
export const COOKIES = {
  /** The browser's login. */
  session: { name: 'login', path: '/' },
  /** A login that waits for its two-factor code. */
  pending: { name: 'login_code', path: '/login' },
  /** The trusted device: this browser needs no code (D-87). */
  device: { name: 'login_device', path: '/login' },
  /** Proves an earlier login of a user (D-209). Survives logout. */
  known: { name: 'login_known', path: '/login' },
  /** The random value that CSRF tokens are derived from. */
  browser: { name: 'login_browser', path: '/' },
} as const;

/** A cookie's value. Without `expiry` the cookie lasts until the browser closes. */
export interface CookieValue {
  readonly token: string;
  readonly expiry?: Date;
}

export type CookieName = keyof typeof COOKIES;

export class LoginCookies {
  read(request: Request, cookie: CookieName): string | undefined {
    const { name } = COOKIES[cookie];
    const pairs = (request.headers.cookie ?? '').split(';').map((pair) => pair.trim());
    return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1);
  }

  /** @param expires without it, the cookie lasts until the browser closes */
  set(response: Response, cookie: CookieName, value: string, expires?: Date): void {
    response.cookie(COOKIES[cookie].name, value, { ...this.options(response, cookie), expires });
  }

  clear(response: Response, cookie: CookieName): void {
    response.clearCookie(COOKIES[cookie].name, this.options(response, cookie));
  }

  private options({ req }: Response, cookie: CookieName): CookieOptions {
    const secure = (req as AnsweredRequest).overTls ?? false;
    return { path: COOKIES[cookie].path, httpOnly: true, sameSite: 'lax', secure };
  }
}
