import { Unavailable } from '../../../shared/errors/errors.js';

/** What the store's own failure becomes: disk full, read-only, S3 away and the like (503). */
export function storeFailure(cause: unknown): Unavailable {
  return new Unavailable('', undefined, { cause });
}
