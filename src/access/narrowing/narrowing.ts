/** The kinds of entity that a token can be narrowed to (D-237). */
export const NARROWABLE = ['domain', 'vpc', 'image'] as const;
export type Narrowable = (typeof NARROWABLE)[number];

/**
 * The kinds that can be open to a narrowed token: it reaches every entity of the kind. `rest` is
 * all that no restriction can name (D-279).
 */
export const OPEN_KINDS = [...NARROWABLE, 'rest'] as const;
export type OpenKind = (typeof OPEN_KINDS)[number];

/** The actions on a domain's records. */
export const RECORD_ACTIONS = ['read', 'create', 'update', 'delete'] as const;
export type RecordAction = (typeof RECORD_ACTIONS)[number];

/** The restrictions of a narrowed token that hold for every endpoint. */
export interface Narrowing {
  /** CIDRs; null for any address. */
  readonly sources: readonly string[] | null;
  readonly unusedDays: number | null;
  /** When the token ends without another use, as a text of JSON. */
  readonly unusedUntil: string | null;
  /** The kinds whose entities it reaches without naming them. */
  readonly openKinds: readonly OpenKind[];
}

/**
 * The part of an entity that a token names. Null means no limit; only entries of domains have
 * limits.
 */
export interface Named {
  /** Names of records, relative to the domain, in lower case; `*` stands for one or more labels. */
  readonly names: readonly string[] | null;
  readonly types: readonly string[] | null;
  readonly actions: readonly RecordAction[] | null;
}

/** The record that `names` and `types` are compared with. */
export interface NamedRecord {
  /** Relative to its domain, `''` at the apex. */
  readonly name: string;
  readonly type: string;
}

/**
 * What a narrowed token needs for an endpoint:
 * - `list`: nothing, because the statement shows only what the token reaches
 * - `entity`: it names the path's entity
 * - `records`: it names the record, for the action
 * - `changes`: it names records, for an action other than `read`
 * - `zone`: it names the domain without limits
 * - a kind or `rest`: the kind is open to it, which also meets each need above
 */
export type NarrowedNeed = 'list' | 'entity' | 'records' | 'changes' | 'zone' | OpenKind;
