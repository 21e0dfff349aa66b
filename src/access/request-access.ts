import type { Request } from 'express';
import type { TurnHolder } from '../shared/limits/change-turns.js';
import type { RateLimitState } from '../shared/limits/rate-limit.js';
import type { Caller } from './caller.js';
import type { StoredEntity } from './credentials/credentials.repository.js';
import type { EndpointRow } from './endpoint.js';

/** What the guards put on a request: its row of the table, and its caller if the credential is valid. */
export interface RequestAccess {
  readonly endpoint: EndpointRow;
  /** Undefined for a caller without a credential. */
  readonly caller?: Caller;
  /** The row of the entity that the endpoint shows; there only when the caller may see it. */
  readonly found?: object;
  /** What the path names, once credential, scope and role were found good. */
  readonly entity?: StoredEntity;
  /** Whether they were found before the last byte of the body, and may have changed since (D-206). */
  readonly isStale?: boolean;
}

export interface AccessRequest extends Request, TurnHolder {
  access?: RequestAccess;
  rateLimit?: RateLimitState;
  /** The text of the body: JSON as it was sent; of other types one character per octet. */
  bodyText?: string;
  /** The body as it was sent. */
  bodyBytes?: Buffer;
  /** Set by the guard before anything else: the name of this request in the log and the metrics. */
  endpointName?: string;
  /** Set by the middleware that begins every request. */
  requestId: string;
}
