import type { IncomingMessage } from 'node:http';
import { Inject, Injectable } from '@nestjs/common';
import type { AnsweredRequest } from '../shared/http/response/response-headers.js';
import { LOGGER, type Logger } from '../shared/log/logger.js';

/** Logs failures that sign-in answers itself, as a page or as an OAuth error. */
@Injectable()
export class FailureLog {
  constructor(@Inject(LOGGER) private readonly logger: Logger) {}

  add(error: unknown, request: IncomingMessage): void {
    const { requestId } = request as AnsweredRequest;
    const cause = error instanceof Error ? (error.cause ?? error) : error;
    this.logger.error({ requestId, err: cause }, 'sign-in request failed');
  }
}
