import { isNativeError } from 'node:util/types';
import { ServiceError, Unavailable } from '../../shared/errors/errors.js';
import type { ConstraintErrors } from '../constraints.js';

// PostgreSQL's errcodes, appendix A: connection exceptions, operator intervention, too many connections, a standby's
// read-only transaction, a transaction that paused too long, cancelled by a timeout, lock not available.
const AWAY = /^(08|57P|53|25006$|25P03$|57014$|55P03$)/;
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
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout|Client (has encountered a connection error|was closed)|Cannot use a pool after)/;
// After these codes the connection is unusable: it is broken, or its server takes no writes.
const LOST = /^(08|57P|25006$|25P03$)/;
// With these severities the server ends the session, with any code.
const ENDS_SESSION = new Set(['FATAL', 'PANIC']);
const CONFLICTS = new Set(['40001', '40P01']);
const LOCK_NOT_AVAILABLE = '55P03';
// A transaction that paused too long, cancelled by a timeout, lock not available.
const TOO_SLOW = new Set(['25P03', '57014', LOCK_NOT_AVAILABLE]);
// No connection of the pool became free: others hold them for too long.
const POOL_EXHAUSTED = 'timeout exceeded when trying to connect';

// invalid_sql_statement_name, and feature_not_supported, of which only the plan cache's is meant.
const UNKNOWN_STATEMENT = '26000';
const NOT_SUPPORTED = '0A000';

interface DatabaseError extends Error {
  readonly code?: string;
  readonly severity?: string;
  /** The function of PostgreSQL that raised the error. */
  readonly routine?: string;
  readonly constraint?: string;
}

/** A serialization failure or a deadlock: the same work may succeed when run again. */
export function isConflict(error: unknown): boolean {
  return CONFLICTS.has((error as DatabaseError).code ?? '');
}

/**
 * Whether the session can't run a prepared statement any more: a table of it has changed ("cached plan must not change
 * result type"), or the session has lost it. Prepared anew it runs; nothing has been done.
 */
export function isOutdated(error: unknown): boolean {
  const { code, routine } = error as DatabaseError;
  return code === UNKNOWN_STATEMENT || (code === NOT_SUPPORTED && routine === 'RevalidateCachedQuery');
}

/** Whether a statement timed out on a lock. */
export function isLockTimeout(error: unknown): boolean {
  return (error as DatabaseError | undefined)?.code === LOCK_NOT_AVAILABLE;
}

/** Whether the rows refused the statement: an integrity constraint, or `violates`. */
export function isRefusal(error: unknown): boolean {
  return (error as DatabaseError).code?.startsWith('23') === true;
}

/** Whether a statement failed because it `violates` this rule. */
export function isViolation(error: unknown, rule: string): boolean {
  return (error as DatabaseError | undefined)?.constraint === rule;
}

/** What a violated constraint tells the caller; undefined for any other error, and for a constraint that is not listed. */
export function refusalOf(error: unknown, constraints: ConstraintErrors): ServiceError | undefined {
  const { code = '', constraint = '' } = (error ?? {}) as Partial<DatabaseError>;
  return code.startsWith('23') ? constraints[constraint]?.() : undefined;
}

/** Whether the connection that the error came from must not be used again, not even to roll back. */
export function isLost(error: unknown): boolean {
  if (!isNativeError(error) || error instanceof ServiceError) return false;
  const { code = '' } = error as DatabaseError;
  return LOST.test(code) || endsSession(error) || isAwayBySystem(error);
}

/** The service's error for a driver's: a known constraint's fault, 503 when the database is away, else as it is. */
export function translated(error: unknown, constraints: ConstraintErrors): unknown {
  if (!isNativeError(error) || error instanceof ServiceError) return error;
  const refusal = refusalOf(error, constraints);
  if (refusal) return refusal;
  const isUnavailable = isAway(error) || endsSession(error) || isConflict(error);
  return isUnavailable ? new Unavailable('', undefined, { cause: error }) : error;
}

/**
 * Whether the database was there when it failed to serve: a statement or a lock took too long, or conflicts did not end.
 * Any other error of `isAway` means that no server answers.
 */
export function isTooSlow(error: unknown): boolean {
  const { code = '', message } = error as DatabaseError;
  return TOO_SLOW.has(code) || isConflict(error) || message === POOL_EXHAUSTED;
}

/** Whether the database can't be reached, or can't serve for now. Refused credentials don't count. */
export function isAway(error: DatabaseError): boolean {
  return AWAY.test(error.code ?? '') || isAwayBySystem(error);
}

function endsSession({ severity = '' }: DatabaseError): boolean {
  return ENDS_SESSION.has(severity);
}

function isAwayBySystem(error: DatabaseError): boolean {
  return AWAY_SYSTEM.has(error.code ?? '') || AWAY_MESSAGE.test(error.message);
}
