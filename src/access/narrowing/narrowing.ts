/** The kinds of entity that a token can be narrowed to (D-237). */
export const NARROWABLE = ['domain', 'vpc', 'image'] as const;
export type Narrowable = (typeof NARROWABLE)[number];

/** What a narrowed token may reach as a whole: all of a kind, or `rest`, which no restriction can name (D-279). */
export const WHOLES = [...NARROWABLE, 'rest'] as const;
export type Whole = (typeof WHOLES)[number];

/** What can be done with a domain's records. */
export const RECORD_ACTIONS = ['read', 'create', 'update', 'delete'] as const;
export type RecordAction = (typeof RECORD_ACTIONS)[number];

/** The limits of a narrowed token that hold for every endpoint. */
export interface Narrowing {
  /** CIDRs; null for any address. */
  readonly sources: readonly string[] | null;
  readonly unusedDays: number | null;
  /** When it ends unless it is used before, as JSON has it. */
  readonly unusedUntil: string | null;
  /** What it reaches beyond the entities that it names. */
  readonly wholes: readonly Whole[];
}

/** The part of an entity that a token names. Null means all of it; a token can name a part only of domains. */
export interface Named {
  /** Of records, relative to the domain, in lower case; `*` stands for one or more labels. */
  readonly names: readonly string[] | null;
  readonly types: readonly string[] | null;
  readonly actions: readonly RecordAction[] | null;
}

/** What names and types are compared with. */
export interface NamedRecord {
  /** Relative to its domain, `''` at the apex. */
  readonly name: string;
  readonly type: string;
}

/**
 * What a narrowed token needs for an endpoint. `list`: nothing, the statement shows only what it reaches; `entity`: it names
 * the entity of the path; `records`: it names the record, for the action; `changes`: it names records, for any action but reading; `zone`: it names the domain and nothing less. A
 * kind, or `rest`: it reaches all of that, which also meets the needs before.
 */
export type NarrowedNeed = 'list' | 'entity' | 'records' | 'changes' | 'zone' | Whole;
