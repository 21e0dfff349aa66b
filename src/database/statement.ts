import type { TurnTaker } from '../shared/limits/turns.js';

/**
 * A named statement, which PostgreSQL parses once per session. `Row` is the shape of a row: bigint
 * and numeric are numbers; timestamps in UTC, cidr and inet are texts.
 */
interface StatementText<Row> {
  readonly name: string | undefined;
  readonly text: string;
  /** For a list: the account or address whose lists take turns (D-211, D-283). */
  readonly taker?: TurnTaker;
  /** For a keyed query: the text for several keys. */
  readonly ofKeys?: string;
  /** Whether it runs on a dedicated connection. */
  readonly isDedicated?: true;
  /** The most characters of a result. A longer one fails with Unavailable. */
  readonly maxCharacters?: number;
  /** The rows' shape, only for the type checker. */
  readonly row?: Row;
}

/** A statement that only reads. Any `Reader` runs it. */
export interface Query<Row> extends StatementText<Row> {
  readonly writes: false;
}

/** A statement that writes or locks. Only a `Tx` runs it. */
export interface Command<Row> extends StatementText<Row> {
  readonly writes: true;
}

/**
 * Columns of an entity, from TypeORM or from a statement. A time is a Date from TypeORM and
 * PostgreSQL's text from a statement, because a list makes hundreds of them per request.
 * `shownTime` takes both.
 */
export type Columns<Entity, Key extends keyof Entity> = {
  readonly [Name in Key]: Entity[Name] extends Date | null ? Entity[Name] | string : Entity[Name];
};

export type Statement<Row> = Query<Row> | Command<Row>;

/**
 * @param name unique in the service: `area.resource.verb`. A name that code builds continues with
 * what the statement is built for, such as `access.grants.list.vpc`. PostgreSQL shows its first 55
 * characters.
 */
export function query<Row>(name: string, text: string): Query<Row> {
  return { name, text, writes: false };
}

/**
 * A query that may be slow, such as a list with a filter. It runs on connections that plain reads
 * and changes don't use (D-211).
 * @param taker the account or address whose turn it takes; undefined when the caller has taken a
 * turn
 */
export function costlyQuery<Row>(text: string, taker?: TurnTaker): Query<Row> {
  return { name: undefined, text, ...(taker === undefined ? {} : { taker }), writes: false };
}

/** The query of a list, whose result may be large (D-283). */
export function listQuery<Row>({ name, text, writes }: Query<Row>, taker: TurnTaker): Query<Row> {
  return { name, text, writes, taker };
}

/**
 * A query of one row by one key, for look-ups that every request makes. All look-ups of one
 * iteration of the event loop are sent as one statement, which runs `text` for each key. The rows
 * of all keys come together, so `text` must not fail for a key (`violates`).
 * @param types the PostgreSQL types of the key's values, which `text` names `$1`, `$2`, ...
 */
export function keyedQuery<Row>(name: string, types: readonly string[], text: string): Query<Row> {
  const arrays = types.map((type, index) => `$${index + 1}::${type}[]`);
  const columns = types.map((_, index) => `value${index + 1}`);
  // OFFSET 0 keeps PostgreSQL from joining all keys at once, so that the plan of each key does not
  // depend on their number.
  const ofKeys = `SELECT looked_up.${KEY_POSITION}, found.*
    FROM unnest(${arrays.join(', ')}) WITH ORDINALITY AS looked_up (${columns.join(', ')}, ${KEY_POSITION})
    CROSS JOIN LATERAL (${text.replaceAll(/\$(\d+)/g, 'looked_up.value$1')} OFFSET 0) found`;
  return { ...query<Row>(name, text), ofKeys };
}

/** The column of `ofKeys` with the position of the row's key, from 1. */
export const KEY_POSITION = 'key_position';

/** A query on a dedicated connection, where it never waits for another statement (D-229). */
export function dedicatedQuery<Row>(name: string, text: string): Query<Row> {
  return { ...query<Row>(name, text), isDedicated: true };
}

/** Bounds the memory that the result takes, for a query whose rows have no other bound. */
export function bounded<Row>(statement: Query<Row>, maxCharacters: number): Query<Row> {
  return { ...statement, maxCharacters };
}

/** As `query`, for a statement that writes or locks rows. */
export function command<Row = never>(name: string, text: string): Command<Row> {
  return { name, text, writes: true };
}

/**
 * The last SELECT of a change whose decision depends on rows that were read. It gives the changed
 * row. When the change found no row, the rows have changed since, and `stale()` of migration 0001
 * makes the work run again from its start.
 * @param changed the common table expression that returns the row, with an `id`
 */
export function changedOrStale(changed: string, columns: string): string {
  return `SELECT ${columns} FROM (SELECT) once LEFT JOIN ${changed} ON true WHERE ${changed}.id IS NOT NULL OR stale()`;
}
