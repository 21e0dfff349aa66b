/**
 * A named statement: PostgreSQL parses it once per session. `Row` is the shape of a row: bigint and numeric come as
 * number, timestamps as text in UTC, cidr and inet as text.
 */
interface StatementText<Row> {
  readonly name: string | undefined;
  readonly text: string;
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

/** @param name unique in the service, `area.resource.what`; left out for text that differs from call to call. */
export function query<Row>(name: string | undefined, text: string): Query<Row> {
  return { name, text, writes: false };
}

/** As `query`, for statements that write or lock rows. */
export function command<Row = never>(name: string, text: string): Command<Row> {
  return { name, text, writes: true };
}
