/** One fault of a request, as the error body shows it (spec: Errors rule 1). */
export interface Fault {
  /** JSON path, query parameter or header at fault; `''` when none is (D-26). */
  readonly field: string;
  readonly reason: string;
}

/**
 * A refusal that the caller may know about. It carries public faults only; `cause` is for the log.
 * `errors.filter.ts` gives each kind its status (D-28).
 */
export abstract class ServiceError extends Error {
  constructor(
    readonly faults: readonly Fault[],
    options?: ErrorOptions,
  ) {
    super(faults.map(({ field, reason }) => (field ? `${field}: ${reason}` : reason)).join('; '), options);
    this.name = new.target.name;
  }
}

/** The request can't be carried out as it stands: validation, conflict, quota, blocked delete (400). */
export class Invalid extends ServiceError {}

/** No, unknown, expired or revoked credential (401, D-29). */
export class Unauthenticated extends ServiceError {
  constructor() {
    super([{ field: '', reason: 'Invalid Token' }]);
  }
}

/** The caller may see this but not do it: grant, role or kind of user (403, D-31). */
export class Forbidden extends ServiceError {
  constructor() {
    super([{ field: '', reason: 'Unauthorized' }]);
  }
}

/** The token's scopes do not reach (403, D-30). */
export class InsufficientScope extends ServiceError {
  constructor(readonly scopes: readonly string[]) {
    super([{ field: '', reason: 'Your OAuth token is not authorized to use this endpoint.' }]);
  }
}

/** Unknown, foreign or not granted: indistinguishable (404, D-32). */
export class NotFound extends ServiceError {
  constructor(field = '') {
    super([{ field, reason: 'Not found' }]);
  }
}

/** The path exists for other methods (405). */
export class MethodNotAllowed extends ServiceError {
  constructor(readonly allow: readonly string[]) {
    super([{ field: '', reason: 'Method Not Allowed' }]);
  }
}

/** The body is over its bound (413, D-17). */
export class TooLarge extends ServiceError {
  constructor() {
    super([{ field: '', reason: 'Request body is too large' }]);
  }
}

/** Neither JSON nor nothing, or an encoding (415, D-18); `header` is the one at fault. */
export class UnsupportedMediaType extends ServiceError {
  constructor(header: 'Content-Type' | 'Content-Encoding') {
    super([{ field: header, reason: 'Unsupported Media Type' }]);
  }
}

/** A limit on attempts or requests is reached (429). */
export class TooMany extends ServiceError {
  constructor(readonly retryAfterSeconds: number) {
    super([{ field: '', reason: 'Too many requests' }]);
  }
}

/** Something the service depends on is away for now (503, D-34). */
export class Unavailable extends ServiceError {
  constructor(field = '', reason = 'The service is temporarily unavailable.', options?: ErrorOptions) {
    super([{ field, reason }], options);
  }
}

/** One fault as an `Invalid`. */
export function invalid(field: string, reason: string): Invalid {
  return new Invalid([{ field, reason }]);
}
