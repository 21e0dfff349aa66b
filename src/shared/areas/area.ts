import type { Type } from '@nestjs/common';
import type { Request } from 'express';
import type { ConstraintErrors } from '../../database/constraints.js';
import type { Settings } from '../config/settings.js';
import type { Job, JobTools } from '../jobs/job.js';

/** The injection token of every area of the service, as `app.areas.ts` lists them. */
export const AREAS = Symbol('Areas');

/**
 * How a path names an entity: a query in parts, with one row when the entity exists. Below `/v4` it may use the columns of
 * `caller`, and finds only what is the caller's; `$2` is the present time there.
 */
export interface PathLookup {
  /** The path parameters that name it, outermost first. SQL gets them as `$3`, `$4`; on the Platform API from `$1`. */
  readonly params: readonly string[];
  /** Whether the parameters are numbers (D-08) or text. */
  readonly key: 'number' | 'text';
  readonly from: string;
  readonly where: string;
  /** The columns of the row that a GET of the entity shows (`@Found()`). */
  readonly shown?: string;
  /** The columns that a change of it, or below it, is decided on (`@Found()`). */
  readonly read?: string;
  /** What the GET makes of that row. */
  readonly view?: (row: never) => object;
  /** The aliases in `from` whose rows a change with `If-Match` locks, in the order in which all changes lock them. */
  readonly rows?: string;
  /** A condition on the parameters and `caller`, who may see the entity and not change it (403). */
  readonly readOnly?: string;
  /** The entity's id as grants store it, when that is not the first parameter. */
  readonly grantedId?: string;
  /** The DNS record in `from`, by its alias: the `name` and `type` that narrowed tokens may be held to (D-237). */
  readonly record?: string;
}

/**
 * What a GET shows whose handler reads by itself: the handler's own call, given the caller and the path's parameters.
 * @returns undefined when there is nothing to show
 */
export type ShownObject = (caller: never, params: Request['params']) => Promise<unknown>;

/** A table whose rows a grant can name. They also keep their account from being deleted (D-200). */
export interface GrantableTable {
  readonly table: string;
  /** What the API shows as the id of a row, as an SQL expression; without it, the column `id`. */
  readonly shownId?: string;
  /** The column that a Grants response shows as `label`. */
  readonly label: string;
}

/** Things that an account, or a user, may have only so many of (D-235). */
export interface Quota {
  readonly limit: (settings: Settings) => number;
  /** SQL of how many there are, as the quota counts them. It may use `caller`, the caller's account `a`, and `$2`, the present time. */
  readonly used: string;
}

/** A column of ciphertexts (D-221). */
export interface EncryptedColumn {
  readonly table: string;
  readonly column: string;
  /** SQL of the row's columns: the context that the ciphertext was made with. No two rows have the same. */
  readonly context: string;
}

/** What ends a user's logins: a new password (D-141), or two-factor authentication switched off (D-80). */
export type LoginEnd = 'password' | 'twoFactor';

/** All that one area brings along. What works for all areas is given these, and names no area itself. */
export interface Area {
  readonly module: Type;
  /** The entities that foreign keys of other areas name by text: TypeORM must know them, even when nothing reads them. */
  readonly entities?: readonly Type[];
  /** Entities that paths below `/v4` name, by the name that the endpoint table uses. */
  readonly pathLookups?: Readonly<Record<string, PathLookup>>;
  /** Objects that a GET shows and a change changes, without a `view` of a look-up: by the GET's name in the endpoint table. */
  readonly objects?: (get: JobTools['get']) => Readonly<Record<string, ShownObject>>;
  /** The same as `pathLookups`, for the Platform API. */
  readonly platformLookups?: Readonly<Record<string, PathLookup>>;
  /** Tables that grants can name, by kind. */
  readonly grantable?: Readonly<Record<string, GrantableTable>>;
  /** What is limited, by the name that `GET /account/limits` shows. */
  readonly quotas?: Readonly<Record<string, Quota>>;
  /** Tables whose rows of the user (`user_id`) are deleted then. */
  readonly endsWith?: Readonly<Partial<Record<LoginEnd, readonly string[]>>>;
  /** The columns that `rotate-key` encrypts anew. */
  readonly encrypted?: readonly EncryptedColumn[];
  readonly jobs?: (tools: JobTools) => readonly Job[];
  /** What a violated constraint of the area's tables tells the caller. */
  readonly constraints?: ConstraintErrors;
}

type Named = 'pathLookups' | 'platformLookups' | 'grantable' | 'quotas' | 'constraints';

/**
 * The areas' entries of one kind in one object.
 * @throws Error when two areas use the same name.
 */
export function gathered<Kind extends Named>(areas: readonly Area[], kind: Kind): NonNullable<Area[Kind]> {
  const entries = areas.flatMap((area) => Object.entries(area[kind] ?? {}));
  const names = new Set(entries.map(([name]) => name));
  if (names.size < entries.length) throw new Error(`Two areas use the same name in ${kind}.`);
  return Object.fromEntries(entries) as NonNullable<Area[Kind]>;
}
