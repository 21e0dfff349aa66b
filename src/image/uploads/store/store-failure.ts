import { Unavailable } from '../../../shared/errors/errors.js';

/** The error for a failure of the storage itself, such as a full disk or an S3 server that is away (503). */
export function storeFailure(cause: unknown): Unavailable {
  return new Unavailable('', undefined, { cause });
}
