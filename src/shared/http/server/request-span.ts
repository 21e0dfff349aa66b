import { trace } from '@opentelemetry/api';
import { loggedPath } from '../request/logged-path.js';
import type { AnsweredRequest } from '../response/response-headers.js';
import type { Routes } from '../routes/routes.js';
import type { RequestObserver } from './observe-requests.js';

const API = /^\/(?:v4|v4beta|platform)\//;

/**
 * Replaces path and query in OpenTelemetry's span of the request: the address of an upload and the
 * query of a sign-in are credentials. Without OpenTelemetry there is no span.
 */
export function requestSpan(routes: Routes): RequestObserver {
  return { begun: (request) => hideSecrets(request, routes) };
}

function hideSecrets(request: AnsweredRequest, routes: Routes): void {
  const span = trace.getActiveSpan();
  if (!span) return;
  const { url = '' } = request;
  const path = API.test(url) ? loggedPath(request) : routes.nameOf(url);
  // The current attribute names, and those of releases before 0.76.
  span.setAttributes({ 'url.path': path, 'url.query': '', 'http.target': path, 'http.url': path });
}
