import type { IncomingMessage } from 'node:http';
import { Inject, Injectable } from '@nestjs/common';
import { errors } from 'oidc-provider';
import { Invalid, TooLarge, TooMany } from '../shared/errors/errors.js';
import type { AnsweredRequest } from '../shared/http/response/response-headers.js';
import { LOGGER, type Logger } from '../shared/log/logger.js';
import { LoginEnded } from './login/live-logins.js';

/** Logs failures that sign-in answers itself, as a page or as an OAuth error. */
@Injectable()
export class FailureLog {
  constructor(@Inject(LOGGER) private readonly logger: Logger) {}

  add(error: unknown, request: IncomingMessage): void {
    if (isRefusal(error)) return;
    const { requestId } = request as AnsweredRequest;
    const cause = error instanceof Error ? (error.cause ?? error) : error;
    this.logger.error({ requestId, err: cause }, 'sign-in request failed');
  }
}

/**
 * Whether the caller caused the failure. The log leaves these out, because anyone could fill it
 * with them.
 */
function isRefusal(error: unknown): boolean {
  const refusals = [TooMany, Invalid, TooLarge, LoginEnded, errors.OIDCProviderError];
  return refusals.some((refusal) => error instanceof refusal);
}
