import { Injectable } from '@nestjs/common';
import type { CookieOptions, Request, Response } from 'express';
import type { AnsweredRequest } from '../../shared/http/response/response-headers.js';

/** The cookies of the login pages. The OAuth library sets its own. */
const NAMES = {
  /** The browser's login. */
  session: 'login',
  /** A login that waits for its two-factor code. */
  pending: 'login_code',
  /** The trusted device: this browser needs no code (D-87). */
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
  read(request: Request, cookie: CookieName): string | undefined {
    const name = nameOf(request, cookie);
    const pairs = (request.headers.cookie ?? '').split(';').map((pair) => pair.trim());
    return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1);
  }

  /** @param expires without it, the cookie lasts until the browser closes */
  set(response: Response, cookie: CookieName, value: string, expires?: Date): void {
    response.cookie(nameOf(response.req, cookie), value, { ...options(response.req), expires });
  }

  clear(response: Response, cookie: CookieName): void {
    response.clearCookie(nameOf(response.req, cookie), options(response.req));
  }
}

/**
 * Over TLS `__Host-` tells browsers to take the cookie from this host only, and from no other host
 * of the domain.
 */
function nameOf(request: AnsweredRequest, cookie: CookieName): string {
  return request.overTls ? `__Host-${NAMES[cookie]}` : NAMES[cookie];
}

function options({ overTls = false }: AnsweredRequest): CookieOptions {
  return { path: '/', httpOnly: true, sameSite: 'lax', secure: overTls };
}
