import type { RateLimitState } from '../limits/rate-limit.js';
import type { IncomingMessage, ServerResponse } from 'node:http';

const EXPOSED = [
  'X-OAuth-Scopes',
  'X-Accepted-OAuth-Scopes',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'X-Spec-Version',
  'X-Customer-UUID',
  'X-Request-Id',
  'Retry-After',
  'WWW-Authenticate',
].join(', ');

/** The methods that any path can have (D-160). */
export const CORS_METHODS = 'HEAD, GET, OPTIONS, POST, PUT, DELETE';

const ALWAYS: Readonly<Record<string, string>> = {
  'X-Spec-Version': '4.176.0',
  'Cache-Control': 'private, max-age=0, s-maxage=0, no-cache, no-store',
  Vary: 'Authorization, X-Filter',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
  'Content-Security-Policy': "default-src 'none'",
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Methods': CORS_METHODS,
  'Access-Control-Allow-Headers': 'Authorization, Content-Type, Accept, Origin, X-Filter, X-Requested-With',
  'Access-Control-Expose-Headers': EXPOSED,
};

/** What a request knows of its answer's headers by the time it is answered. */
export interface AnsweredRequest extends IncomingMessage {
  requestId?: string;
  /** The row of the endpoint table, by name; a name, never what was sent. */
  endpointName?: string;
  /** Set by Express: what was sent. */
  originalUrl?: string;
  /** Set by the middleware that begins every request (D-178). */
  overTls?: boolean;
  rateLimit?: RateLimitState;
  access?: {
    readonly endpoint: {
      readonly path: string;
      readonly scopes: readonly string[];
      readonly anyScope?: true;
    };
    readonly caller?: { readonly tokenId: number; readonly scopes: string; readonly euuid: string };
  };
}

/** Sets the headers of D-155 to D-160 on an answer of the API. */
export function setResponseHeaders(request: AnsweredRequest, response: ServerResponse): void {
  for (const name in ALWAYS) response.setHeader(name, ALWAYS[name]!);
  if (request.requestId) response.setHeader('X-Request-Id', request.requestId);
  if (request.overTls) response.setHeader('Strict-Transport-Security', 'max-age=31536000');
  if (request.rateLimit) setRateLimit(request.rateLimit, response);
  const { access } = request;
  if (!access) return;
  const { scopes, anyScope } = access.endpoint;
  response.setHeader(
    'X-Accepted-OAuth-Scopes',
    scopes.length === 0 ? '*' : scopes.join(anyScope ? ' | ' : ', '),
  );
  if (access.caller) {
    response.setHeader('X-OAuth-Scopes', access.caller.scopes.replaceAll(' ', ', '));
    response.setHeader('X-Customer-UUID', access.caller.euuid);
  } else if (response.statusCode === 401) response.setHeader('X-OAuth-Scopes', 'unknown');
}

function setRateLimit({ limit, remaining, reset }: RateLimitState, response: ServerResponse): void {
  response.setHeader('X-RateLimit-Limit', limit);
  response.setHeader('X-RateLimit-Remaining', Math.max(0, remaining));
  response.setHeader('X-RateLimit-Reset', reset);
}
