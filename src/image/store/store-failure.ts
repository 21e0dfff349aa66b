import { Unavailable } from '../../shared/errors/errors.js';

const MISCONFIGURED = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EISDIR', 'ELOOP', 'ENAMETOOLONG']);

/**
 * The error for a failure of the storage itself, such as a full disk or an S3 server that is down
 * (503).
 */
export function storeFailure(cause: unknown): Unavailable {
  return cause instanceof Unavailable ? cause : new Unavailable('', undefined, { cause });
}

/**
 * Why the store needs a changed setting before it can work; undefined when the failure may be
 * temporary.
 */
export function misconfiguration({ cause }: Unavailable): string | undefined {
  const { code, name, message, $metadata } = (cause ?? {}) as SystemError & AwsError;
  if (code !== undefined && MISCONFIGURED.has(code)) return message;
  const status = $metadata?.httpStatusCode ?? 0;
  return status >= 400 && status < 500 && status !== 429 ? `${name}: ${message}` : undefined;
}

type SystemError = NodeJS.ErrnoException;

/** The part of an AWS SDK error that holds the server's response. */
interface AwsError {
  readonly $metadata?: { readonly httpStatusCode?: number };
}
