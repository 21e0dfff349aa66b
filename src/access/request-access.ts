import type { Request } from 'express';
import type { TurnHolder } from '../shared/limits/change-turns.js';
import type { RateLimitState } from '../shared/limits/rate-limit.js';
import type { Caller } from './caller.js';
import type { StoredEntity } from './credentials/credentials.sql.js';
import type { EndpointRow } from './endpoint.js';

/**
 * The guards' result on a request: its row of the endpoint table, and its caller if the credential
 * is valid.
 */
interface RequestAccess {
  readonly endpoint: EndpointRow;
  /** Undefined for a caller without a credential. */
  readonly caller?: Caller;
  /** The row for `@Found()`; present only when the caller may see the entity. */
  readonly found?: object;
  /** The path's entity, from the decision on credential, scope and role on. */
  readonly entity?: StoredEntity;
  /**
   * Whether the look-up was before the last byte of the body, so that access may have changed since
   * (D-206).
   */
  readonly isStale?: boolean;
}

export interface AccessRequest extends Request, TurnHolder {
  access?: RequestAccess;
  rateLimit?: RateLimitState;
  /** The text of the body: JSON as the client sent it; one character per octet for other types. */
  bodyText?: string;
  /** The body as the client sent it. */
  bodyBytes?: Buffer;
  /** The name of this request in the log and the metrics. The guard sets it first. */
  endpointName?: string;
  /** Set by `beginRequest`. */
  requestId: string;
}
