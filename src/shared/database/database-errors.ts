import { isNativeError } from 'node:util/types';
import { ServiceError, Unavailable } from '../errors/errors.js';
import type { ConstraintErrors } from './constraints.js';

// PostgreSQL's errcodes, appendix A: connection exceptions, operator intervention, too many connections, a standby's
// read-only transaction, cancelled by a timeout, lock not available.
const AWAY = /^(08|57P|53|25006$|57014$|55P03$)/;
const AWAY_SYSTEM = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
]);
const AWAY_MESSAGE =
  /^(Connection terminated|timeout exceeded when trying to connect|Client (has encountered a connection error|was closed)|Cannot use a pool after)/;
const CONFLICTS = new Set(['40001', '40P01']);

interface DatabaseError extends Error {
  readonly code?: string;
  readonly constraint?: string;
}

/** A serialization failure or a deadlock: the same work may succeed when run again. */
export function isConflict(error: unknown): boolean {
  return CONFLICTS.has((error as DatabaseError).code ?? '');
}

/** The service's error for a driver's: a known constraint's fault, 503 when the database is away, else as it is. */
export function translated(error: unknown, constraints: ConstraintErrors): unknown {
  if (!isNativeError(error) || error instanceof ServiceError) return error;
  const { code = '', constraint = '' } = error as DatabaseError;
  const known = constraints[constraint];
  if (known && code.startsWith('23')) return known();
  const away =
    AWAY.test(code) || AWAY_SYSTEM.has(code) || AWAY_MESSAGE.test(error.message) || isConflict(error);
  return away ? new Unavailable('', undefined, { cause: error }) : error;
}
