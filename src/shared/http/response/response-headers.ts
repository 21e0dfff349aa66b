import type { RateLimitState } from '../../limits/rate-limit.js';
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
  'Link',
  'Altered-Fields',
  'Retry-After',
  'WWW-Authenticate',
  'ETag',
  'Location',
  'Idempotency-Replayed',
  'Dry-Run',
  'Dry-Run-Events',
].join(', ');

const REQUEST_HEADERS = [
  'Authorization',
  'Content-Type',
  'Accept',
  'Origin',
  'X-Filter',
  'X-Requested-With',
  'Idempotency-Key',
  'If-Match',
  'If-None-Match',
  'Dry-Run',
  'Prefer',
].join(', ');

/** The methods that any path can have (D-160). */
const CORS_METHODS = 'HEAD, GET, OPTIONS, POST, PUT, DELETE';

/** The security headers of every response (D-159). */
export const SECURITY_HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
  'Content-Security-Policy': "default-src 'none'",
} as const;
export const OVER_TLS = { 'Strict-Transport-Security': 'max-age=31536000' } as const;

const OWN: readonly string[] = Object.entries({
  'X-Spec-Version': '4.176.0',
  'Cache-Control': 'private, max-age=0, s-maxage=0, no-cache, no-store',
  Vary: 'Authorization, X-Filter',
  ...SECURITY_HEADERS,
}).flat();
const CORS: readonly string[] = Object.entries({
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Methods': CORS_METHODS,
  'Access-Control-Allow-Headers': REQUEST_HEADERS,
  'Access-Control-Expose-Headers': EXPOSED,
  // Browsers would repeat the preflight before each request; Chromium caches it for at most this
  // time.
  'Access-Control-Max-Age': '7200',
}).flat();
/** The headers of each API response: names and values, alternately. */
export const FIXED_HEADERS: readonly string[] = [...OWN, ...CORS];

/** The facts about a request that its response's headers and log line need. */
export interface AnsweredRequest extends IncomingMessage {
  requestId?: string;
  /** The name of its row in the endpoint table; never a part of the request. */
  endpointName?: string;
  /** The path and query as sent. Express sets it. */
  originalUrl?: string;
  /** For the log: the connection may be closed when the line is written. */
  clientAddress?: string;
  /**
   * For the log: the user of a sign-in page, once a cookie, a password or a passkey has identified
   * them.
   */
  signedIn?: { readonly userId: number; readonly accountId?: number };
  /** The image of an upload, once its address is found: the log must not show its path. */
  upload?: { readonly accountId: number; readonly imageId: number };
  /** Whether the client connected over TLS (D-178). `beginRequest` sets it. */
  overTls?: boolean;
  rateLimit?: RateLimitState;
  /** Releases the turn of a change (D-284). */
  endTurn?: () => void;
  /** Set for a part of a list: the response links to the other parts. */
  listed?: { readonly pageSize: number; readonly cursor?: object; readonly more?: readonly string[] };
  access?: {
    readonly endpoint: {
      readonly path: string;
      readonly scopes: readonly string[];
      readonly anyScope?: true;
      readonly answersObject?: true;
      readonly bodyType?: string;
      readonly creates?: { readonly collection: string; readonly idKey: string };
    };
    readonly caller?: {
      readonly tokenId: number;
      readonly userId: number;
      readonly accountId: number;
      readonly scopes: string;
      readonly euuid: string;
    };
  };
}

/**
 * The headers of D-155 to D-160 of an API response: names and values, alternately, as `writeHead`
 * takes them.
 * @param isShared whether other origins may read the response (D-160)
 */
export function responseHeaders(request: AnsweredRequest, status: number, isShared = true): string[] {
  const headers = isShared ? [...FIXED_HEADERS] : [...OWN];
  if (status >= 400) varyByForm(headers);
  if (request.requestId) headers.push('X-Request-Id', request.requestId);
  if (request.overTls) headers.push(...Object.entries(OVER_TLS).flat());
  if (request.rateLimit) addRateLimit(request.rateLimit, headers);
  const { access } = request;
  if (!access) return headers;
  const { scopes, anyScope } = access.endpoint;
  headers.push('X-Accepted-OAuth-Scopes', scopes.length === 0 ? '*' : scopes.join(anyScope ? ' | ' : ', '));
  if (access.caller) {
    headers.push('X-OAuth-Scopes', access.caller.scopes.replaceAll(' ', ', '));
    headers.push('X-Customer-UUID', access.caller.euuid);
  } else if (status === 401) headers.push('X-OAuth-Scopes', 'unknown');
  return headers;
}

/**
 * Adds `Accept` to `Vary`, because it selects the form of a refusal (D-234).
 * @param headers names and values, alternately
 */
export function varyByForm(headers: string[]): void {
  headers[headers.indexOf('Vary') + 1] += ', Accept';
}

/** Sets the headers on a response that is written in several parts. */
export function setResponseHeaders(request: AnsweredRequest, response: ServerResponse): void {
  const headers = responseHeaders(request, response.statusCode);
  for (let at = 0; at < headers.length; at += 2) response.setHeader(headers[at]!, headers[at + 1]!);
}

function addRateLimit({ limit, remaining, reset }: RateLimitState, headers: string[]): void {
  headers.push('X-RateLimit-Limit', String(limit));
  headers.push('X-RateLimit-Remaining', String(Math.max(0, remaining)));
  headers.push('X-RateLimit-Reset', String(reset));
}
