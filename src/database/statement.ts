import type { TurnTaker } from '../shared/limits/turns.js';

/**
 * A named statement: PostgreSQL parses it once per session. `Row` is the shape of a row: bigint and numeric come as
 * number, timestamps as text in UTC, cidr and inet as text.
 */
interface StatementText<Row> {
  readonly name: string | undefined;
  readonly text: string;
  /** Of a list: whose lists wait for each other (D-211, D-283). */
  readonly taker?: TurnTaker;
  /** How it reads, where that differs from other reads (`keyedQuery`, `apartQuery`). */
  readonly way?: 'keyed' | 'apart';
  /** Only for the type checker: the rows' shape. */
  readonly row?: Row;
}

/** A statement that only reads; any `Reader` runs it. */
export interface Query<Row> extends StatementText<Row> {
  readonly writes: false;
}

/** A statement that writes or locks; only a `Tx` runs it. */
export interface Command<Row> extends StatementText<Row> {
  readonly writes: true;
}

/**
 * Columns of an entity, from TypeORM or from a statement. A time is a Date from TypeORM and PostgreSQL's text from a
 * statement: a list makes hundreds of them per request. `shownTime` takes both.
 */
export type Columns<Entity, Key extends keyof Entity> = {
  readonly [Name in Key]: Entity[Name] extends Date | null ? Entity[Name] | string : Entity[Name];
};

export type Statement<Row> = Query<Row> | Command<Row>;

/** @param name unique in the service, `area.resource.what` */
export function query<Row>(name: string, text: string): Query<Row> {
  return { name, text, writes: false };
}

/**
 * A query that may be slow, such as a list with a filter. It runs on connections apart from plain reads and changes (D-211).
 * @param taker whose turn of the lists it takes; left out where the work around it takes one
 */
export function costlyQuery<Row>(text: string, taker?: TurnTaker): Query<Row> {
  return { name: undefined, text, ...(taker === undefined ? {} : { taker }), writes: false };
}

/** The query of a list, whose answer may be long (D-283). */
export function listQuery<Row>({ name, text, writes }: Query<Row>, taker: TurnTaker): Query<Row> {
  return { name, text, writes, taker };
}

/** Where a row of a keyed query belongs: the position, from 1, of its key in `$1`. */
export interface KeyedRow {
  readonly position: number;
}

/**
 * A query of one row by one key, for what every request looks up. Those of one turn of the event loop are one statement.
 * @param text finds the rows of the keys in `$1`, an array; a reader gets one key as the only value
 */
export function keyedQuery<Row extends KeyedRow>(name: string, text: string): Query<Row> {
  return { ...query<Row>(name, text), way: 'keyed' };
}

/** A query on a connection that nothing else uses: it waits behind nothing (D-229). */
export function apartQuery<Row>(name: string, text: string): Query<Row> {
  return { ...query<Row>(name, text), way: 'apart' };
}

/** As `query`, for statements that write or lock rows. */
export function command<Row = never>(name: string, text: string): Command<Row> {
  return { name, text, writes: true };
}

/**
 * The end of a change that was decided on what was read: the row that it changed. When it found none, what was read has
 * changed since, and `stale()` of migration 0001 makes the whole work run again.
 * @param changed the common table expression that returns the row, with an `id`
 */
export function changedOrStale(changed: string, columns: string): string {
  return `SELECT ${columns} FROM (SELECT) once LEFT JOIN ${changed} ON true WHERE ${changed}.id IS NOT NULL OR stale()`;
}
