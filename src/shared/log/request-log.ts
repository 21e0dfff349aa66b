import type { NextFunction, Request, Response } from 'express';
import type { AnsweredRequest } from '../http/response-headers.js';
import type { Logger } from './logger.js';

/**
 * A line per request: who (by token id), which endpoint, what came of it. The path of the endpoint, not of the request:
 * an upload address is a secret.
 */
export function logRequests(logger: Logger) {
  if (!logger.isLevelEnabled('info'))
    return (_request: Request, _response: Response, next: NextFunction) => next();
  return (request: Request & AnsweredRequest, response: Response, next: NextFunction): void => {
    const began = performance.now();
    response.on('close', () => {
      const { endpoint, caller } = request.access ?? {};
      logger.info({
        requestId: request.requestId,
        method: request.method,
        route: endpoint?.path,
        status: response.statusCode,
        durationMs: Math.round((performance.now() - began) * 10) / 10,
        tokenId: caller?.tokenId,
        traceparent: request.headers.traceparent,
      });
    });
    next();
  };
}
