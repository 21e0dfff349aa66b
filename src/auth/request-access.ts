import type { Request } from 'express';
import type { Outcome } from '../shared/http/response/response-headers.js';
import type { RateLimitState } from '../shared/limits/rate-limit.js';
import type { Caller, CallerKey } from './caller.js';
import type { EndpointRow } from './endpoint.js';

/** What the guard leaves on a request: its endpoint, its credential, and the decision, taken or under way. */
export interface RequestAccess {
  readonly endpoint: EndpointRow;
  readonly key: CallerKey;
  /** Resolves when the caller may go on, undefined for an anonymous one; rejects with the refusal. */
  readonly decision: Promise<Caller | undefined>;
  /** The caller, as soon as the credential was found good. */
  caller?: Caller;
}

export interface AccessRequest extends Request {
  access?: RequestAccess;
  rateLimit?: RateLimitState;
  /** A read is under way while it is decided; nothing leaves before. */
  beforeAnswer?: (outcome: Outcome) => Promise<void>;
  /** The bytes of the body, for what keeps JSON as it was sent. */
  bodyText?: string;
  /** Set by the guard before anything else: what the log and the metrics call this request. */
  endpointName?: string;
  /** Set by the middleware that begins every request. */
  requestId: string;
}
