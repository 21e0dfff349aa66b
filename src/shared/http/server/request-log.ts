import type { ServerResponse } from 'node:http';
import type { RequestObserver } from './observe-requests.js';
import type { AnsweredRequest } from '../response/response-headers.js';
import type { Routes } from '../routes/routes.js';
import { spanId, traceContext } from '../request/trace-context.js';
import type { Logger } from '../../log/logger.js';

const MAX_PATH_CHARACTERS = 300;
// No id is as long; a username has at most 32 characters.
const TOKEN_LIKE = /[\w-]{40,}/g;

/** A line per request: who (by token id), which endpoint, what came of it. None for the health checks. */
export function requestLog(logger: Logger, routes: Routes): RequestObserver[] {
  if (!logger.isLevelEnabled('info')) return [];
  return [{ ended: (...ended) => logRequest(logger, routes, ...ended) }];
}

function logRequest(
  logger: Logger,
  routes: Routes,
  request: AnsweredRequest,
  response: ServerResponse,
  milliseconds: number,
): void {
  const { requestId, endpointName, access } = request;
  if (!requestId) return;
  logger.info({
    requestId,
    method: request.method,
    // Only where the path was an endpoint's of ours: an upload address is a secret, and so may be anything else.
    path: access && pathOf(request),
    endpoint: endpointName ?? routes.nameOf(request.originalUrl ?? ''),
    status: response.statusCode,
    durationMs: Math.round(milliseconds * 10) / 10,
    tokenId: access?.caller?.tokenId,
    ...tracedAs(request, requestId),
  });
}

/** As it was sent, without its query, and without what may be a token that was put where an id belongs. */
function pathOf({ originalUrl = '' }: AnsweredRequest): string {
  const end = originalUrl.indexOf('?');
  const path = originalUrl.slice(0, Math.min(end < 0 ? originalUrl.length : end, MAX_PATH_CHARACTERS));
  return path.replace(TOKEN_LIKE, '***');
}

function tracedAs({ headers }: AnsweredRequest, requestId: string) {
  const trace = headers.traceparent === undefined ? undefined : traceContext(headers);
  return trace && { traceId: trace.traceId, parentId: trace.parentId, spanId: spanId(requestId) };
}
