import type { ServerResponse } from 'node:http';
import type { Request } from 'express';
import { clientAddress } from '../request/client-address.js';
import { loggedPath } from '../request/logged-path.js';
import type { RequestObserver } from './observe-requests.js';
import type { AnsweredRequest } from '../response/response-headers.js';
import type { Routes } from '../routes/routes.js';
import { spanId, traceContext } from '../request/trace-context.js';
import { activeSpan, type Logger } from '../../log/logger.js';

/**
 * Logs each request but health checks: the caller (ids and address), the endpoint and the result.
 */
export function requestLog(logger: Logger, routes: Routes): RequestObserver[] {
  if (!logger.isLevelEnabled('info')) return [];
  const begun = (request: AnsweredRequest) => {
    request.clientAddress = clientAddress(request as Request);
  };
  return [{ begun, ended: (...ended) => logRequest(logger, routes, ...ended) }];
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
    // Only paths of known endpoints: an upload address is a secret, and an unknown path may contain
    // one.
    path: access && loggedPath(request),
    endpoint: endpointName ?? routes.nameOf(request.originalUrl ?? ''),
    status: response.statusCode,
    durationMs: Math.round(milliseconds * 10) / 10,
    ...senderOf(request),
    ...tracedAs(request, requestId),
  });
}

function senderOf({ clientAddress, access, signedIn, upload }: AnsweredRequest) {
  const caller = access?.caller;
  if (!caller) return { clientAddress, accountId: signedIn?.accountId, userId: signedIn?.userId, ...upload };
  const { accountId, userId, tokenId } = caller;
  return { clientAddress, accountId, userId, tokenId };
}

/**
 * Without OpenTelemetry: the caller's trace, with a span derived from the request id. With it, each
 * line names the active span.
 */
function tracedAs({ headers }: AnsweredRequest, requestId: string) {
  const trace = headers.traceparent === undefined ? undefined : traceContext(headers);
  if (!trace || activeSpan().trace_id) return undefined;
  return { trace_id: trace.traceId, parent_id: trace.parentId, span_id: spanId(requestId) };
}
