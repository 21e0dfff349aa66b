import type { Grantable } from './grantable.js';
import type { NarrowedNeed } from './narrowing/narrowing.js';
import type { Scope } from './scope.rules.js';

type Permission = 'read_only' | 'read_write';

/** One endpoint: its route, its access, and how the guards handle it. */
export interface EndpointRow {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** In Nest's syntax: `:name`, and `*name` for an id with a slash. */
  readonly path: string;
  /**
   * `token`: a bearer token; `open`: none, or a bearer token that must be valid; `platform`: the
   * platform token; `address`: the upload address itself (D-127).
   */
  readonly credential: 'token' | 'open' | 'platform' | 'address';
  /** The caller needs all of them. Empty: any valid token is enough. */
  readonly scopes: readonly Scope[];
  /** The caller needs only one of `scopes` (D-137). */
  readonly anyScope?: true;
  /** Only for unrestricted users, and users with this account access. */
  readonly admin?: Permission;
  /** Not for proxy users (spec: Profile rule 8). */
  readonly noProxy?: true;
  /** The account-level grant that a restricted user needs. */
  readonly add?: string;
  /**
   * The entity that the path names. It must exist for the caller before any field is checked
   * (D-20).
   */
  readonly entity?: string;
  /**
   * A change that responds with one object as a GET does, so that the response has its entity tag
   * (D-275).
   */
  readonly answersObject?: true;
  /**
   * The path of the GET whose tag `If-Match` compares, unless the endpoint's own path leads to that
   * GET (D-275).
   */
  readonly tagOf?: string;
  /** The largest body, if other than 1 MiB (D-17). */
  readonly maxBodyBytes?: number;
  /** The media type of the body, if other than JSON. */
  readonly bodyType?: 'text/dns';
  /**
   * The collection below `/v4/` of the created object, and the member of the object that is its id
   * in paths.
   */
  readonly creates?: { readonly collection: string; readonly idKey: string };
  /**
   * A GET that shows the entity. The guard's look-up reads its row, and the handler takes it with
   * `@Found()`.
   */
  readonly shows?: true;
  /**
   * A change, or a GET of something below the entity, that takes the entity's row from the guard's
   * look-up with `@Found()`, with the columns of the look-up's `read`.
   */
  readonly reads?: true;
  /** As `entity`, for a path of the Platform API. */
  readonly platformEntity?: string;
  /** The row that replaces this one for an image whose id begins with `private/` (D-117). */
  readonly ofPrivate?: EndpointRow;
  /** The grant that a restricted user needs on the path's entity. */
  readonly grant?: { readonly kind: Grantable; readonly permissions: Permission };
  /**
   * What a narrowed token also needs. Without it, the endpoint is closed to narrowed tokens
   * (D-279).
   */
  readonly narrowed?: NarrowedNeed;
  /**
   * The guard takes no turn. The endpoint waits for another system or another turn, and takes its
   * turn around its transactions (D-284); or it changes nothing.
   */
  readonly noTurn?: true;
  /**
   * Requests of an account that wait for a turn share it, and their changes are one transaction
   * (D-284). In it, the lock of one change does not hold off another, so each must be right
   * whatever those of other entities do meanwhile.
   */
  readonly sharesTurn?: true;
}

/** Whether the guard takes a turn for the request (D-284). */
export function takesTurn({ method, noTurn }: EndpointRow): boolean {
  return method !== 'GET' && !noTurn;
}

/**
 * The access rules of an endpoint below `/v4`, in the short form of the endpoint table. Other
 * members are those of the row.
 */
export interface Access extends Omit<
  EndpointRow,
  'method' | 'path' | 'credential' | 'scopes' | 'admin' | 'grant'
> {
  readonly scope?: string;
  readonly admin?: true;
  /** The kind of the entity that a restricted user needs a grant on. */
  readonly on?: Grantable;
}
