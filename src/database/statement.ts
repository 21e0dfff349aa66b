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
  /** How it runs, if not as other queries do (`keyedQuery`, `dedicatedQuery`). */
  readonly way?: 'keyed' | 'dedicated';
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

/** A row of a keyed query, with the position, from 1, of its key in `$1`. */
export interface KeyedRow {
  readonly position: number;
}

/**
 * A query of one row by one key, for look-ups that every request makes. All look-ups of one
 * iteration of the event loop are sent as one statement.
 * @param text finds the rows of the keys in the array `$1`. A caller gives one key as the only
 * value.
 */
export function keyedQuery<Row extends KeyedRow>(name: string, text: string): Query<Row> {
  return { ...query<Row>(name, text), way: 'keyed' };
}

/** A query on a dedicated connection, where it never waits for another statement (D-229). */
export function dedicatedQuery<Row>(name: string, text: string): Query<Row> {
  return { ...query<Row>(name, text), way: 'dedicated' };
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
