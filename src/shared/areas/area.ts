import type { Type } from '@nestjs/common';
import type { Request } from 'express';
import type { ConstraintErrors } from '../../database/constraints.js';
import type { Settings } from '../config/settings.js';
import type { Job, JobTools } from '../jobs/job.js';

/** The injection token of all areas, as `app.areas.ts` lists them. */
export const AREAS = Symbol('Areas');

/**
 * How a path names an entity: the parts of a query that returns one row when the entity exists.
 * Below `/v4` it may use the columns of `caller`, and must find only the caller's entities; `$2` is
 * the present time there.
 */
export interface PathLookup {
  /**
   * The path parameters that name it, outermost first. SQL gets them as `$3`, `$4`; on the Platform
   * API from `$1`.
   */
  readonly params: readonly string[];
  /** Whether the parameters are numbers (D-08) or text. */
  readonly key: 'number' | 'text';
  readonly from: string;
  readonly where: string;
  /** The columns that a GET of the entity shows (`@Found()`). */
  readonly shown?: string;
  /** The columns that decide a change of the entity, or a request below it (`@Found()`). */
  readonly read?: string;
  /** Converts that row to the body of the GET. */
  readonly view?: (row: never) => object;
  /**
   * The aliases in `from` whose rows a change with `If-Match` locks, in the order in which each
   * change locks them.
   */
  readonly rows?: string;
  /**
   * A condition on the parameters and `caller`: the caller may see the entity but not change it
   * (403).
   */
  readonly readOnly?: string;
  /** As `readOnly`, for a DELETE only. */
  readonly undeletable?: string;
  /** The entity's id as grants store it, when that is not the first parameter. */
  readonly grantedId?: string;
  /**
   * The alias in `from` of the DNS record whose `name` and `type` a narrowed token may restrict
   * (D-237).
   */
  readonly record?: string;
}

/**
 * Returns the object that a GET without a look-up `view` shows, given the caller and the path's
 * parameters.
 * @returns undefined when there is nothing to show
 */
export type ShownObject = (caller: never, params: Request['params']) => Promise<unknown>;

/**
 * A table whose rows grants can name. Its rows also prevent the deletion of their account (D-200).
 */
export interface GrantableTable {
  readonly table: string;
  /** SQL of the id that the API shows; without it, the column `id`. */
  readonly shownId?: string;
  /** The column that a Grants response shows as `label`. */
  readonly label: string;
  /**
   * SQL that is true for a row that has not ended at the time `now`; without it, no row ends by
   * time.
   */
  readonly live?: (row: string, now: string) => string;
}

/** A limit on the number of an account's or a user's objects (D-235). */
export interface Quota {
  readonly limit: (settings: Settings) => number;
  /**
   * SQL of the number in use. It may use `caller`, the caller's account `a`, and `$2`, the present
   * time.
   */
  readonly used: string;
}

/** A column of ciphertexts (D-221). */
export interface EncryptedColumn {
  readonly table: string;
  readonly column: string;
  /** SQL of the ciphertext's context, from the row's columns. It is unique per row. */
  readonly context: string;
}

/**
 * The events that end a user's logins: a new password (D-141), or two-factor authentication
 * switched off (D-80).
 */
export type LoginEnd = 'password' | 'twoFactor';

/** The contributions of one area. Shared code gets them as data and names no area. */
export interface Area {
  readonly module: Type;
  /** Entities that paths below `/v4` name, by the name that the endpoint table uses. */
  readonly pathLookups?: Readonly<Record<string, PathLookup>>;
  /**
   * Objects of a GET that `If-Match` is compared with, where the look-up has no `view`; by the
   * GET's name in the endpoint table.
   */
  readonly objects?: (get: JobTools['get']) => Readonly<Record<string, ShownObject>>;
  /** The same as `pathLookups`, for the Platform API. */
  readonly platformLookups?: Readonly<Record<string, PathLookup>>;
  /** Tables that grants can name, by kind. */
  readonly grantable?: Readonly<Record<string, GrantableTable>>;
  /** Quotas, by their names in `GET /account/limits`. */
  readonly quotas?: Readonly<Record<string, Quota>>;
  /** Tables whose rows of the user (`user_id`) are deleted on such an event. */
  readonly endsWith?: Readonly<Partial<Record<LoginEnd, readonly string[]>>>;
  /**
   * Tables whose rows of the user (`user_id`) and the application (`client_id`) are deleted when
   * the user ends the application's access (D-208).
   */
  readonly endsWithApp?: readonly string[];
  /** The columns that `rotate-key` encrypts again. */
  readonly encrypted?: readonly EncryptedColumn[];
  readonly jobs?: (tools: JobTools) => readonly Job[];
  /** The errors for violated constraints of the area's tables. */
  readonly constraints?: ConstraintErrors;
}

type Named = 'pathLookups' | 'platformLookups' | 'grantable' | 'quotas' | 'constraints';

/**
 * Merges the areas' entries of one kind.
 * @throws Error when two areas use the same name
 */
export function gathered<Kind extends Named>(areas: readonly Area[], kind: Kind): NonNullable<Area[Kind]> {
  const entries = areas.flatMap((area) => Object.entries(area[kind] ?? {}));
  const names = new Set(entries.map(([name]) => name));
  if (names.size < entries.length) throw new Error(`Two areas use the same name in ${kind}.`);
  return Object.fromEntries(entries) as NonNullable<Area[Kind]>;
}
