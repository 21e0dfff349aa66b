import { sha256 } from '../shared/secrets/sha256.js';
import type { EndpointRow } from './endpoint.js';
import type { Grantable } from './grantable.js';
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
}

/**
 * The caller in SQL, the second tenant boundary of reads: begin a statement with `WITH ${CALLER}`, pass
 * the `CallerKey` as `$1` and let every row hang on `caller.account_id` or `caller.user_id`.
 */
export const CALLER = `caller AS (
  SELECT t.id AS token_id, u.id AS user_id, u.account_id, u.restricted, u.username, u.account_access
  FROM tokens t JOIN users u ON u.id = t.user_id WHERE t.token_hash = $1)`;

/**
 * The condition under which `caller` may see the entity: unrestricted, or any grant on it (D-45). The grant is looked up
 * by its key, one entity at a time: an EXISTS might be planned as reading everybody's grants once.
 */
export function granted(kind: Grantable, id: string): string {
  return `(NOT caller.restricted OR (
    SELECT true FROM grants g WHERE g.user_id = caller.user_id AND g.${kind}_id = ${id}))`;
}
