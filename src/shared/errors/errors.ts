import type { Code } from './catalogue.js';
import { reasonAt, type DetailsOf, type Reason } from './reason.js';

const MAX_NAMED = 100;

/** One fault of a request. The error body shows its field and its reason (spec: Errors rule 1). */
export interface Fault extends Reason {
  /** JSON path, query parameter or header at fault; `''` when none is (D-26). */
  readonly field: string;
}

/**
 * A refusal that the caller may know about. It carries public faults only; `cause` is for the log.
 * `errors.filter.ts` maps each kind to its status (D-28).
 */
export abstract class ServiceError extends Error {
  constructor(
    readonly faults: readonly Fault[],
    options?: ErrorOptions,
  ) {
    // A refusal is a response, not a defect: its stack takes a tenth of the request's time.
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    super(messageOf(faults), options);
    Error.stackTraceLimit = stackTraceLimit;
    this.name = new.target.name;
  }
}

/** The faults for the log: the first of them, because a request may have thousands. */
function messageOf(faults: readonly Fault[]): string {
  const named = faults.slice(0, MAX_NAMED);
  return named.map(({ field, reason }) => (field ? `${field}: ${reason}` : reason)).join('; ');
}

/** The service can't carry out this request: validation, conflict, quota, blocked delete (400). */
export class Invalid extends ServiceError {}

/** No, unknown, expired or revoked credential (401, D-29). */
export class Unauthenticated extends ServiceError {
  constructor() {
    super([fault('', 'invalid_token')]);
  }
}

/** The caller may see this but not do it: grant, role or kind of user (403, D-31). */
export class Forbidden extends ServiceError {
  /** @param missingGrant the grant that would allow the request, if one would */
  constructor(missingGrant: string | null = null) {
    super([fault('', 'forbidden', missingGrant === null ? undefined : { missing_grant: missingGrant })]);
  }
}

/** The token is narrowed, and the request is outside of its restrictions (403, D-237). */
export class OutsideRestrictions extends ServiceError {
  constructor() {
    super([fault('', 'outside_restrictions')]);
  }
}

/** The token's scopes are not sufficient (403, D-30). */
export class InsufficientScope extends ServiceError {
  /**
   * @param scopes the scopes that the endpoint requires
   * @param missing those that the token lacks
   */
  constructor(
    readonly scopes: readonly string[],
    missing: readonly string[],
  ) {
    super([fault('', 'missing_scope', { missing_scope: missing.join(' ') })]);
  }
}

/** Unknown, of another account, or not granted: the caller can't tell which (404, D-32). */
export class NotFound extends ServiceError {
  constructor(field = '') {
    super([fault(field, 'not_found')]);
  }
}

/** The path exists for other methods (405). */
export class MethodNotAllowed extends ServiceError {
  constructor(readonly allow: readonly string[]) {
    super([fault('', 'method_not_allowed', { allowed: allow })]);
  }
}

/** The body exceeds its limit (413, D-17). */
export class TooLarge extends ServiceError {
  /** @param maximum bytes */
  constructor(maximum: number) {
    super([fault('', 'body_too_large', { maximum })]);
  }
}

/** The body has an unsupported media type or an encoding (415, D-18). */
export class UnsupportedMediaType extends ServiceError {
  constructor(header: 'Content-Type' | 'Content-Encoding', allowed: string) {
    super([fault(header, 'unsupported_media_type', { allowed: [allowed] })]);
  }
}

/** The object has none of the bytes of a `Range` (416). */
export class RangeNotSatisfiable extends ServiceError {
  constructor(readonly bytes: number) {
    super([fault('Range', 'value_not_valid', { maximum: bytes })]);
  }
}

/** `If-Match` names a state that is not current (412, D-231). */
export class PreconditionFailed extends ServiceError {
  constructor() {
    super([fault('If-Match', 'resource_changed')]);
  }
}

/** The key was used for another request (422, D-230). */
export class KeyReused extends ServiceError {
  constructor() {
    super([fault('Idempotency-Key', 'key_reused')]);
  }
}

/** The first request with the key is still running (409, D-230). */
export class KeyUnderWay extends ServiceError {
  constructor() {
    super([fault('Idempotency-Key', 'key_under_way')]);
  }
}

/** A limit on attempts or requests is reached (429). */
export class TooMany extends ServiceError {
  constructor(
    readonly retryAfterSeconds: number,
    field = '',
    code: 'too_many_requests' | 'idempotency_keys_exhausted' = 'too_many_requests',
  ) {
    super([fault(field, code)]);
  }
}

/** A dependency of the service is temporarily down (503, D-34). */
export class Unavailable extends ServiceError {
  constructor(field = '', code: 'unavailable' | 'message_not_sent' = 'unavailable', options?: ErrorOptions) {
    super([fault(field, code)], options);
  }
}

/** An `Invalid` with one fault. `catalogue.ts` says how to add a code. */
export function invalid<C extends Code>(field: string, code: C, ...details: DetailsOf<C>): Invalid {
  return new Invalid([fault(field, code, ...details)]);
}

/** A fault with a reason of the catalogue. */
export function fault<C extends Code>(field: string, code: C, ...details: DetailsOf<C>): Fault {
  return { field, ...reasonAt(field, code, ...details) };
}

/**
 * Aborts the attempt of a conditional request. Only the code that runs the request may catch it.
 */
export class AttemptAborted extends Error {
  /** @param isRefused whether the request can't succeed, because another one has its key */
  constructor(readonly isRefused = false) {
    super();
  }
}
