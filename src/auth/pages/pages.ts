import { Inject, Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { SETTINGS, type Settings } from '../../shared/config/settings.js';
import { OVER_TLS, type AnsweredRequest } from '../../shared/http/response/response-headers.js';
import { errorPage, type PageLink } from './message.page.js';
import { pageHeaders } from './page.headers.js';
import type { PageFrame } from './page.js';

/** For pages that a browser also gets, each time, when it refuses cookies. */
export const COOKIES_NEEDED = 'If this happens again, allow cookies for this site.';

/** Sends pages with their security headers. */
@Injectable()
export class Pages {
  readonly frame: PageFrame;

  constructor(@Inject(SETTINGS) { serviceName }: Settings) {
    this.frame = { serviceName };
  }

  /** @param formTarget see `pageHeaders`. */
  send(response: Response, status: number, page: string, formTarget?: string): void {
    this.setHeaders(response, formTarget);
    response.status(status).end(response.req.method === 'HEAD' ? undefined : page);
  }

  sendError(response: Response, status: number, title: string, text: string, link?: PageLink): void {
    const reference = status >= 500 ? (response.req as AnsweredRequest).requestId : undefined;
    this.send(response, status, errorPage(this.frame, title, { text, reference, link }));
  }

  /** Refuses a form whose CSRF token is not valid for this browser. */
  sendExpired(response: Response): void {
    this.sendError(response, 403, 'This page has expired', `Nothing was done. ${COOKIES_NEEDED}`, {
      href: response.req.originalUrl,
      text: 'Try again',
    });
  }

  setHeaders(response: Response, formTarget?: string): void {
    const { requestId, overTls } = response.req as AnsweredRequest;
    response.set(pageHeaders(formTarget));
    if (requestId) response.set('X-Request-Id', requestId);
    if (overTls) response.set(OVER_TLS);
  }
}
