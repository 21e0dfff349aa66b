import type { IncomingMessage } from 'node:http';
import { Inject, Injectable } from '@nestjs/common';
import type { AnsweredRequest } from '../shared/http/response/response-headers.js';
import { LOGGER, type Logger } from '../shared/log/logger.js';

/** Logs the failures that sign-in answers by itself, in its pages and in the form of OAuth. */
@Injectable()
export class FailureLog {
  constructor(@Inject(LOGGER) private readonly logger: Logger) {}

  add(error: unknown, request: IncomingMessage): void {
    const { requestId } = request as AnsweredRequest;
    const cause = error instanceof Error ? (error.cause ?? error) : error;
    this.logger.error({ requestId, err: cause }, 'sign-in request failed');
  }
}
