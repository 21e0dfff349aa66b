import type { ChangeRunner } from '../database/change-runner.js';
import { sha256 } from '../shared/secrets/sha256.js';
import type { CallerFacts } from './access.rules.js';
import type { EndpointRow } from './endpoint.js';
import type { Named, Narrowable, OpenKind } from './narrowing/narrowing.js';
import type { Origin } from './origin.js';
import type { PathValues } from './path-lookups.js';

declare const key: unique symbol;

/** SHA-256 of the presented token. As `$1`, it finds the caller in every read statement. */
export type CallerKey = Buffer & { readonly [key]: true };

/** The look-up key of a token's plain text (D-40). */
export function callerKey(token: string): CallerKey {
  return sha256(token) as unknown as CallerKey;
}

/** The parameters of the guard's look-up. */
export interface AccessQuestion {
  readonly endpoint: EndpointRow;
  readonly key: CallerKey;
  /** Undefined when the path names no entity, or an id that can't exist. */
  readonly values: PathValues | undefined;
}

/** The caller as the credential's statement found them, and the origin of the request. */
export interface Caller extends Origin, CallerFacts {
  /** The guard's look-up, for changes that must decide again (D-206). */
  readonly question: AccessQuestion;
  readonly key: CallerKey;
  readonly tokenId: number;
  readonly kind: 'personal' | 'oauth';
  /** The stored day of the last use, in days since 1970-01-01 UTC. */
  readonly lastUsed: number | null;
  readonly clientId: string | null;
  readonly userId: number;
  readonly username: string;
  readonly accountId: number;
  readonly euuid: string;
  /** Runs a change together with the others of the request's turn (D-284). */
  readonly changes?: ChangeRunner | undefined;
  /** The parts of the path's entity that a narrowed token names. */
  readonly named?: readonly Named[] | null;
}

/** The rule that a statement `violates` when its token was revoked after the guard's decision. */
export const CALLER_GONE = 'caller_gone';

/**
 * The caller in SQL, the second tenant boundary of reads. A statement begins with `WITH ${CALLER}`,
 * has the `CallerKey` as `$1`, and joins every row to `caller.account_id` or `caller.user_id`. A
 * token that names entities has no row here: a statement that such tokens may run begins with
 * `ANY_CALLER` and adds their restrictions (D-237).
 */
export const CALLER = callerReaching('rest');

/** As `CALLER`, with a row for a narrowed token to which the kind is open, too (D-279). */
export function callerReaching(kind: OpenKind): string {
  return callerWhere(isOpen(kind));
}

/** As `callerReaching`, without a row for a restricted user. */
export function unrestrictedCaller(kind: OpenKind): string {
  return callerWhere(`${isOpen(kind)} AND NOT u.restricted`);
}

function isOpen(kind: OpenKind): string {
  return `(NOT t.narrowed OR '${kind}' = ANY (t.wholes))`;
}

/**
 * As `CALLER`, for narrowed tokens, too. Each row needs `granted`, unless every token may read it.
 */
export const ANY_CALLER = callerWhere('true');

/** Without the check, a revoked token would get empty lists and 404. */
function callerWhere(condition: string): string {
  return `caller AS (
  SELECT t.id AS token_id, t.narrowed, t.wholes, u.id AS user_id, u.account_id, u.restricted, u.username, u.account_access
  FROM (SELECT) once LEFT JOIN (tokens t JOIN users u ON u.id = t.user_id) ON t.token_hash = $1
  WHERE CASE WHEN t.id IS NOT NULL THEN ${condition} ELSE violates('${CALLER_GONE}') END)`;
}

/**
 * The condition under which `caller` may see the entity. The user is unrestricted or has a grant on
 * it (D-45), and the token is not narrowed or names it (D-237). Both subqueries use an index for
 * each entity: PostgreSQL may plan an EXISTS as one scan of all users' grants.
 */
export function granted(kind: Narrowable, id: string): string {
  return `(NOT caller.restricted OR (
    SELECT true FROM grants g WHERE g.user_id = caller.user_id AND g.${kind}_id = ${id}))
    AND (NOT caller.narrowed OR '${kind}' = ANY (caller.wholes) OR (
    SELECT true FROM token_restrictions n WHERE n.token_id = caller.token_id AND n.${kind}_id = ${id} LIMIT 1))`;
}

/**
 * The condition under which `caller` may read a row of `records`: the token is not narrowed, or
 * names it (D-237).
 */
export function readableRecord(domainId: string, record: string): string {
  return `(NOT caller.narrowed OR 'domain' = ANY (caller.wholes) OR (
    SELECT true FROM token_restrictions n WHERE n.token_id = caller.token_id AND n.domain_id = ${domainId}
      AND coalesce('read' = ANY (n.actions), true) AND ${namesRecord('n', record)} LIMIT 1))`;
}

/** The condition under which a token's entry for a domain covers the row of `records`. */
export function namesRecord(entry: string, record: string): string {
  return `coalesce(${record}.type = ANY (${entry}.types), true) AND fits_names(${record}.name, ${entry}.names)`;
}
