import { isNativeError } from 'node:util/types';
import { ServiceError, Unavailable } from '../../shared/errors/errors.js';
import type { ConstraintErrors } from '../constraints.js';

// PostgreSQL's errcodes, appendix A: connection exceptions, operator intervention, too many
// connections, a standby's read-only transaction, idle-in-transaction timeout, statement timeout,
// lock not available.
const DOWN = /^(08|57P|53|25006$|25P03$|57014$|55P03$)/;
const DOWN_SYSTEM = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
]);
const DOWN_MESSAGE =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout|Client (has encountered a connection error|was closed)|Cannot use a pool after)/;
// After these codes the connection is unusable: it is broken, or its server accepts no writes.
const LOST = /^(08|57P|25006$|25P03$)/;
// With these severities, the server ends the session, whatever the code.
const ENDS_SESSION = new Set(['FATAL', 'PANIC']);
const CONFLICTS = new Set(['40001', '40P01']);
const LOCK_NOT_AVAILABLE = '55P03';
const IN_FAILED_TRANSACTION = '25P02';
// Idle-in-transaction timeout, statement timeout, lock not available.
const TOO_SLOW = new Set(['25P03', '57014', LOCK_NOT_AVAILABLE]);
// No connection of the pool became free in time.
const POOL_EXHAUSTED = 'timeout exceeded when trying to connect';

// invalid_sql_statement_name, and feature_not_supported, which counts only from the plan cache.
const UNKNOWN_STATEMENT = '26000';
const NOT_SUPPORTED = '0A000';

interface DatabaseError extends Error {
  readonly code?: string;
  readonly severity?: string;
  /** The function of PostgreSQL that raised the error. */
  readonly routine?: string;
  readonly constraint?: string;
}

/** Whether the error is a serialization failure or a deadlock, so that a retry may succeed. */
export function isConflict(error: unknown): boolean {
  return CONFLICTS.has((error as DatabaseError).code ?? '');
}

/**
 * Whether the session must prepare a statement again: a table of the statement has changed ("cached
 * plan must not change result type"), or the session has lost it. The statement did not run.
 */
export function isOutdated(error: unknown): boolean {
  const { code, routine } = error as DatabaseError;
  return code === UNKNOWN_STATEMENT || (code === NOT_SUPPORTED && routine === 'RevalidateCachedQuery');
}

/** A statement came after the COMMIT or ROLLBACK of its transaction. */
export class TransactionEnded extends Error {
  constructor() {
    super('The transaction has ended');
  }
}

/** Whether the statement was refused because of an earlier failure in its transaction. */
export function isConsequence(error: unknown): boolean {
  return (
    error instanceof TransactionEnded || (error as DatabaseError | undefined)?.code === IN_FAILED_TRANSACTION
  );
}

/** Whether a statement timed out on a lock. */
export function isLockTimeout(error: unknown): boolean {
  return (error as DatabaseError | undefined)?.code === LOCK_NOT_AVAILABLE;
}

/** Whether an integrity constraint or `violates` refused the statement. */
export function isRefusal(error: unknown): boolean {
  return (error as DatabaseError).code?.startsWith('23') === true;
}

/** Whether the statement failed because it `violates` this rule. */
export function isViolation(error: unknown, rule: string): boolean {
  return (error as DatabaseError | undefined)?.constraint === rule;
}

/**
 * The error for a violated constraint; undefined for any other failure, and for a constraint that
 * no area lists.
 */
export function refusalOf(error: unknown, constraints: ConstraintErrors): ServiceError | undefined {
  const { code = '', constraint = '' } = (error ?? {}) as Partial<DatabaseError>;
  return code.startsWith('23') ? constraints[constraint]?.() : undefined;
}

/** Whether the connection of the error is unusable, even for ROLLBACK. */
export function isLost(error: unknown): boolean {
  if (!isNativeError(error) || error instanceof ServiceError) return false;
  const { code = '' } = error as DatabaseError;
  return LOST.test(code) || endsSession(error) || isDownBySystem(error);
}

/**
 * Translates the driver's error: a listed constraint to its error, 503 when the database is down,
 * else unchanged.
 */
export function translated(error: unknown, constraints: ConstraintErrors): unknown {
  if (!isNativeError(error) || error instanceof ServiceError) return error;
  const refusal = refusalOf(error, constraints);
  if (refusal) return refusal;
  const isUnavailable = isDown(error) || endsSession(error) || isConflict(error);
  return isUnavailable ? new Unavailable('', undefined, { cause: error }) : error;
}

/**
 * Whether the database responded, but a statement or a lock took too long, or conflicts did not
 * end. Any other error of `isDown` means that no server responds.
 */
export function isTooSlow(error: unknown): boolean {
  const { code = '', message } = error as DatabaseError;
  return TOO_SLOW.has(code) || isConflict(error) || message === POOL_EXHAUSTED;
}

/** Whether the database is down, or can't serve for now. Refused credentials are another error. */
export function isDown(error: DatabaseError): boolean {
  return DOWN.test(error.code ?? '') || isDownBySystem(error);
}

function endsSession({ severity = '' }: DatabaseError): boolean {
  return ENDS_SESSION.has(severity);
}

function isDownBySystem(error: DatabaseError): boolean {
  return DOWN_SYSTEM.has(error.code ?? '') || DOWN_MESSAGE.test(error.message);
}
