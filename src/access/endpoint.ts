import type { Grantable } from './grantable.js';
import type { NarrowedNeed } from './narrowing/narrowing.js';
import type { Scope } from './scope.rules.js';

type Permission = 'read_only' | 'read_write';

/** One endpoint: where it is and who may use it. */
export interface EndpointRow {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Nest's form: `:name`, `*name` for an id with a slash. */
  readonly path: string;
  /**
   * `token`: required; `open`: may be absent, a bad one is 401; `platform`: the platform's own; `address`: a caller who knows
   * the address may use it (D-127).
   */
  readonly credential: 'token' | 'open' | 'platform' | 'address';
  /** All are needed; none: any valid token. */
  readonly scopes: readonly Scope[];
  /** One of `scopes` is enough (D-137). */
  readonly anyScope?: true;
  /** An unrestricted user, or one with this account access. */
  readonly admin?: Permission;
  /** A proxy user may not (spec: Profile rule 8). */
  readonly noProxy?: true;
  /** The account-level grant that a restricted user needs. */
  readonly add?: string;
  /** What the path names; it must exist for the caller, before any field is looked at (D-20). */
  readonly entity?: string;
  /** A change whose answer shows one object as a GET does: it carries the object's tag (D-275). */
  readonly answersObject?: true;
  /** The path of the GET whose tag `If-Match` holds, where that is not the one that the path itself leads to (D-275). */
  readonly tagOf?: string;
  /** The largest body, where that is not 1 MiB (D-17). */
  readonly maxBodyBytes?: number;
  /** The media type of the body, where that is not JSON. */
  readonly bodyType?: 'text/dns';
  /** The collection below `/v4/` of the object that it creates, and the key of the object that names it there. */
  readonly creates?: { readonly collection: string; readonly idKey: string };
  /** A GET that shows that entity: the guard's look-up brings its row, and the handler takes it with `@Found()`. */
  readonly shows?: true;
  /** A change that takes the entity's row with `@Found()`, as the guard read it: the columns that the area gives as `read`. */
  readonly reads?: true;
  /** The same as `entity`, of a path of the Platform API. */
  readonly platformEntity?: string;
  /** The row that holds instead for an image whose id begins with `private/` (D-117). */
  readonly ofPrivate?: EndpointRow;
  /** What a restricted user needs on the grantable entity of the path. */
  readonly grant?: { readonly kind: Grantable; readonly permissions: Permission };
  /** What a narrowed token needs beside the rest; without it the endpoint is closed to all of them (D-279). */
  readonly narrowed?: NarrowedNeed;
  /** It waits for another system or another turn, and takes its turn around its transactions (D-284); or it changes nothing. */
  readonly noTurn?: true;
}

/** Whether the guard takes a turn for the request (D-284). */
export function takesTurn({ method, noTurn }: EndpointRow): boolean {
  return method !== 'GET' && !noTurn;
}

/** Who may use an endpoint below `/v4`, as the table writes it. */
export interface Access {
  scope?: string;
  anyScope?: true;
  admin?: true;
  noProxy?: true;
  add?: string;
  entity?: string;
  on?: Grantable;
  narrowed?: NarrowedNeed;
  answersObject?: true;
  tagOf?: string;
  maxBodyBytes?: number;
  bodyType?: 'text/dns';
  reads?: true;
  noTurn?: true;
}
