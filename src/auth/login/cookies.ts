import { Injectable } from '@nestjs/common';
import type { CookieOptions, Request, Response } from 'express';
import type { AnsweredRequest } from '../../shared/http/response/response-headers.js';

/** The cookies of the login pages. The OAuth library sets its own. */
const NAMES = {
  /** The browser's login. */
  session: 'login',
  /** A login that waits for its two-factor code. */
  pending: 'login_code',
  /** The trusted device of one user: this browser needs no code (D-87). */
  device: 'login_device',
  /** Proves an earlier login of a user (D-209). Survives logout. */
  known: 'login_known',
  /** The random value that CSRF tokens are derived from. */
  browser: 'login_browser',
} as const;

/** A cookie's value. Without `expiry` the cookie lasts until the browser closes. */
export interface CookieValue {
  readonly token: string;
  readonly expiry?: Date;
}

type CookieName = keyof typeof NAMES;

@Injectable()
export class LoginCookies {
  /**
   * Reads a cookie that the browser has for each of its users. Releases before 1.2.0 have one for
   * all of them.
   */
  readOf(request: Request, cookie: CookieName, userId: number): string | undefined {
    return this.read(request, cookie, userId) ?? this.read(request, cookie);
  }

  /** @param userId for a cookie that the browser has for each of its users */
  read(request: Request, cookie: CookieName, userId?: number): string | undefined {
    const name = nameOf(request, cookie, userId);
    const pairs = (request.headers.cookie ?? '').split(';').map((pair) => pair.trim());
    return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1);
  }

  /** @param userId for a cookie that the browser has for each of its users */
  set(response: Response, cookie: CookieName, { token, expiry }: CookieValue, userId?: number): void {
    const attributes = { ...options(response.req), expires: expiry };
    response.cookie(nameOf(response.req, cookie, userId), token, attributes);
  }

  clear(response: Response, cookie: CookieName): void {
    response.clearCookie(nameOf(response.req, cookie), options(response.req));
  }
}

/**
 * Over TLS `__Host-` tells browsers to take the cookie from this host only, and from no other host
 * of the domain.
 */
function nameOf(request: AnsweredRequest, cookie: CookieName, userId?: number): string {
  const name = userId === undefined ? NAMES[cookie] : `${NAMES[cookie]}_${userId}`;
  return request.overTls ? `__Host-${name}` : name;
}

function options({ overTls = false }: AnsweredRequest): CookieOptions {
  return { path: '/', httpOnly: true, sameSite: 'lax', secure: overTls };
}
