import { sha256 } from '../shared/secrets/sha256.js';
import type { EndpointRow } from './endpoint.js';
import type { Named, Narrowable, Narrowing, Whole } from './narrowing/narrowing.js';
import type { Origin } from './origin.js';
import type { PathValues } from './path-lookups.js';

declare const key: unique symbol;

/** SHA-256 of the presented token. Every read statement finds its caller by it, as `$1`. */
export type CallerKey = Buffer & { readonly [key]: true };

/** The key of a request without a credential: it matches no token. */
export const ANONYMOUS_KEY = Buffer.alloc(0) as unknown as CallerKey;

/** The look-up key of a token's plain text (D-40). */
export function callerKey(token: string): CallerKey {
  return sha256(token) as unknown as CallerKey;
}

/** What the guard asked the database about a request. */
export interface AccessQuestion {
  readonly endpoint: EndpointRow;
  readonly key: CallerKey;
  /** Undefined when the path names nothing that is looked up, or nothing that can exist. */
  readonly values: PathValues | undefined;
}

/** Who is calling, decided: what the credential statement found. */
export interface Caller extends Origin {
  /** What the guard decided on, for changes that must decide again (D-206). */
  readonly question: AccessQuestion;
  readonly key: CallerKey;
  readonly tokenId: number;
  readonly kind: 'personal' | 'oauth';
  /** The day of the last use that was noted, in days since 1970-01-01 UTC. */
  readonly lastUsed: number | null;
  readonly clientId: string | null;
  readonly scopes: string;
  readonly userId: number;
  readonly username: string;
  readonly accountId: number;
  readonly euuid: string;
  readonly restricted: boolean;
  readonly userType: 'default' | 'proxy';
  readonly accountAccess: 'read_only' | 'read_write' | null;
  /** The account-level grants that are true, of a restricted user. */
  readonly globalGrants: readonly string[];
  /** What the token is narrowed to; null for a token that is not (D-237). */
  readonly narrowing: Narrowing | null;
  /** How much a narrowed token names of the path's entity. */
  readonly named?: readonly Named[] | null;
}

/** What a statement `violates` when its token was revoked after the guard's decision. */
export const CALLER_GONE = 'caller_gone';

/**
 * The caller in SQL, the second tenant boundary of reads: begin a statement with `WITH ${CALLER}`, pass
 * the `CallerKey` as `$1` and let every row hang on `caller.account_id` or `caller.user_id`. For a token that is narrowed to
 * entities it has no row: what such tokens may read begins with `ANY_CALLER`, and says what of it (D-237).
 */
export const CALLER = callerReaching('rest');

/** As `CALLER`, for tokens that reach all of a kind (D-279). */
export function callerReaching(whole: Whole): string {
  return callerWhere(`(NOT t.narrowed OR '${whole}' = ANY (t.wholes))`);
}

/** As `CALLER`, for narrowed tokens too: every row needs `granted`, or belongs to any token. */
export const ANY_CALLER = callerWhere('true');

/** Without the check a revoked token would read empty lists and 404s. `ANONYMOUS_KEY` has no row. */
function callerWhere(condition: string): string {
  return `caller AS (
  SELECT t.id AS token_id, t.narrowed, t.wholes, u.id AS user_id, u.account_id, u.restricted, u.username, u.account_access
  FROM (SELECT) once LEFT JOIN (tokens t JOIN users u ON u.id = t.user_id) ON t.token_hash = $1
  WHERE CASE WHEN t.id IS NOT NULL THEN ${condition} WHEN $1 = ''::bytea THEN false ELSE violates('${CALLER_GONE}') END)`;
}

/**
 * The condition under which `caller` may see the entity: unrestricted, or any grant on it (D-45); and not narrowed, or named
 * by the token (D-237). Both are looked up by their keys, one entity at a time: an EXISTS might be planned as reading
 * everybody's grants once.
 */
export function granted(kind: Narrowable, id: string): string {
  return `(NOT caller.restricted OR (
    SELECT true FROM grants g WHERE g.user_id = caller.user_id AND g.${kind}_id = ${id}))
    AND (NOT caller.narrowed OR '${kind}' = ANY (caller.wholes) OR (
    SELECT true FROM token_restrictions n WHERE n.token_id = caller.token_id AND n.${kind}_id = ${id} LIMIT 1))`;
}

/** The condition under which `caller` may read a row of `records`: not narrowed, or named by the token (D-237). */
export function readableRecord(domainId: string, record: string): string {
  return `(NOT caller.narrowed OR 'domain' = ANY (caller.wholes) OR (
    SELECT true FROM token_restrictions n WHERE n.token_id = caller.token_id AND n.domain_id = ${domainId}
      AND coalesce('read' = ANY (n.actions), true) AND ${namesRecord('n', record)} LIMIT 1))`;
}

/** The condition under which an entry of a domain names the row of `records`. */
export function namesRecord(entry: string, record: string): string {
  return `coalesce(${record}.type = ANY (${entry}.types), true) AND fits_names(${record}.name, ${entry}.names)`;
}
