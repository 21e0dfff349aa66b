import { Catch, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { Request, Response } from 'express';
import { errors } from 'oidc-provider';
import { Invalid, ServiceError, TooLarge, TooMany } from '../../shared/errors/errors.js';
import { FailureLog } from '../failure-log.js';
import { LoginEnded } from '../login/live-logins.js';
import { EXPIRED_REQUEST } from '../pages/authorize-error.js';
import { Pages } from '../pages/pages.js';
import { redirectToSelf } from './login-steps.js';

/**
 * Answers each failure with a page. When the login has ended meanwhile, the browser fetches the
 * page of the step that is due now.
 */
@Catch()
export class PageFilter implements ExceptionFilter {
  constructor(
    private readonly pages: Pages,
    private readonly failures: FailureLog,
  ) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const response = http.getResponse<Response>();
    this.failures.add(error, http.getRequest<Request>());
    if (response.headersSent) response.destroy();
    else if (error instanceof LoginEnded) redirectToSelf(response);
    else this.send(response, error);
  }

  private send(response: Response, error: unknown): void {
    const send = (status: number, title: string, text: string) =>
      this.pages.sendError(response, status, title, text);
    if (error instanceof TooMany) {
      response.set('Retry-After', String(error.retryAfterSeconds));
      const minutes = Math.ceil(error.retryAfterSeconds / 60);
      send(429, 'Too many attempts', `Try again in ${minutes} minute${minutes === 1 ? '' : 's'}.`);
    } else if (error instanceof errors.OIDCProviderError) {
      send(400, EXPIRED_REQUEST.title, EXPIRED_REQUEST.text);
    } else if (error instanceof Invalid || error instanceof TooLarge) {
      send(error instanceof TooLarge ? 413 : 400, 'This request can’t be carried out', error.message);
    } else if (error instanceof ServiceError) {
      response.set('Retry-After', '2');
      send(503, 'Not available right now', 'Please try again in a moment.');
    } else {
      send(500, 'Something went wrong', 'Please try again later.');
    }
  }
}
