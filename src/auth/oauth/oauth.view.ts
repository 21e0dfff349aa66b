import { TooMany } from '../../shared/errors/errors.js';

/** The body of a refused token or revocation request (D-154, D-168). */
export interface OAuthError {
  readonly error: string;
  readonly error_description: string;
  readonly errors: readonly { readonly field: string; readonly reason: string }[];
}

/** The token response that the OAuth library makes. */
interface LibraryToken {
  readonly access_token: string;
  readonly expires_in: number;
  readonly refresh_token?: string;
  readonly scope: string;
}

/** spec: D-151. */
export function tokenPairView({ access_token, expires_in, refresh_token, scope }: LibraryToken) {
  return {
    access_token,
    token_type: 'bearer',
    expires_in,
    refresh_token: refresh_token ?? null,
    scope,
    scopes: scope,
  };
}

/** What the library says, as `invalid_request`, to a client that may not use the grant type. */
const GRANT_TYPE_NOT_ALLOWED = 'requested grant type is not allowed for this client';

/**
 * @param code the library's error
 * @param grantType decides which parameter an `invalid_grant` error names.
 */
export function errorView(code: string, description: string, grantType?: string): OAuthError {
  // RFC 6749, 5.2.
  const error = description === GRANT_TYPE_NOT_ALLOWED ? 'unauthorized_client' : code;
  return {
    error,
    error_description: description,
    errors: invalidFields(error, description, grantType).map((field) => ({ field, reason: description })),
  };
}

/** The response while a limit is reached or the database is unavailable (D-168). */
export function unavailableView(failure: unknown): {
  status: number;
  retryAfterSeconds: number;
  body: OAuthError;
} {
  const limited = failure instanceof TooMany;
  const reason = limited ? 'Too many requests' : 'The service is temporarily unavailable.';
  return {
    status: limited ? 429 : 503,
    retryAfterSeconds: limited ? failure.retryAfterSeconds : RETRY_AFTER_SECONDS,
    body: { error: 'temporarily_unavailable', error_description: reason, errors: [{ field: '', reason }] },
  };
}

const RETRY_AFTER_SECONDS = 2;

function invalidFields(error: string, description: string, grantType?: string): string[] {
  if (description.startsWith('missing required parameter')) {
    return [...description.matchAll(/'(\w+)'/g)].map(([, name]) => name ?? '');
  }
  if (error === 'invalid_grant') return [grantType === 'refresh_token' ? 'refresh_token' : 'code'];
  return [FIELDS[error] ?? ''];
}

const FIELDS: Readonly<Record<string, string>> = {
  invalid_client: 'client_id',
  invalid_scope: 'scope',
  unauthorized_client: 'grant_type',
  unsupported_grant_type: 'grant_type',
};
