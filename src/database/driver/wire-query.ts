import pg from 'pg';
import type { Values } from '../reader.js';
import { isOutdated } from './database-errors.js';
import { closeStatement, rowMakersOf, type PgConnection } from './pg-connection.js';
import { rowMaker, type Column, type MakeRow } from './rows.js';
import type { Statement } from '../statement.js';

/** What a statement's answer says. */
export interface Answer {
  readonly rows: readonly unknown[];
  /** How many rows were given or changed. */
  readonly rowCount: number;
  /** What was done: after a failure COMMIT rolls back. */
  readonly command: string;
  /** The size of the rows as they came. */
  readonly bytes: number;
}

/** What pg asks of a query, of which its type declarations tell little. */
export interface PgQuery {
  name: string | undefined;
  text: string;
  readonly values: readonly unknown[];
  callback: (error: Error | null, answer?: Answer) => void;
  prepare(connection: PgConnection): void;
}

export const PgQuery = pg.Query as unknown as new (text: string, values?: readonly unknown[]) => PgQuery;

/** How pg writes a value. */
const { prepareValue: valueMapper } = (pg as unknown as { utils: { prepareValue(value: unknown): unknown } })
  .utils;

/** In place of a name: the session names the statement by its text. */
const BY_TEXT = Symbol('named by text');

/**
 * A statement on its way, whose rows are made at once of what comes over the wire. pg's own query copies its settings, makes
 * an object without a shape for each answer and tells listeners of each row: a tenth of what a request costs.
 */
export class WireQuery extends PgQuery {
  private readonly gathered: unknown[] = [];
  private bytes = 0;
  private tag = '';
  private makeRow: MakeRow | undefined;
  private failure: Error | null = null;

  /** Whether the session names the statement, by its text. */
  readonly isNamedByText: boolean;

  /** @param name under which the session keeps the statement, once prepared; BY_TEXT leaves the name to the session */
  constructor(text: string, values: readonly unknown[] = [], name?: string | typeof BY_TEXT) {
    super(text, values);
    this.isNamedByText = name === BY_TEXT;
    this.name = name === BY_TEXT ? undefined : name;
  }

  /**
   * A statement that this session has described before is not described again: to write, send and read the columns of an
   * answer costs more than its row.
   */
  override prepare(connection: PgConnection): void {
    const { name } = this;
    const makeRow = name === undefined ? undefined : rowMakersOf(connection).get(name);
    if (makeRow === undefined) return super.prepare(connection);
    this.makeRow = makeRow ?? undefined;
    try {
      connection.bind({ statement: name!, values: this.values, valueMapper });
    } catch (error) {
      connection.sync();
      return this.handleError(error as Error, connection);
    }
    connection.execute({});
    connection.sync();
  }

  handleRowDescription({ fields }: { fields: readonly Column[] }): void {
    this.makeRow = rowMaker(fields);
  }

  handleDataRow({ fields, length }: { fields: readonly (string | null)[]; length: number }): void {
    this.bytes += length;
    try {
      this.gathered.push(this.makeRow!(fields));
    } catch (error) {
      this.failure = error as Error;
    }
  }

  handleCommandComplete({ text }: { text: string }, connection: PgConnection): void {
    this.tag = text;
    if (this.name !== undefined) rowMakersOf(connection).set(this.name, this.makeRow ?? null);
  }

  handleReadyForQuery(): void {
    // Such as `INSERT 0 1`, `SELECT 5`, `COMMIT`.
    const words = this.tag.split(' ');
    const rowCount = Number(words.at(-1)) || 0;
    this.callback(this.failure, {
      rows: this.gathered,
      rowCount,
      command: words[0]!,
      bytes: this.bytes,
    });
  }

  handleError(error: Error, connection: PgConnection): void {
    if (this.name !== undefined && isOutdated(error)) closeStatement(connection, this.name);
    this.callback(error);
  }
}

/** Makes queries of statements and of TypeORM's texts. */
export class Wire {
  /** @param named false behind a pooler: a name belongs to a server's session, and the next statement may find another. */
  constructor(private readonly named: boolean) {}

  statement({ name, text }: Statement<unknown>, values: Values): WireQuery {
    return new WireQuery(text, values, this.named ? name : undefined);
  }

  text(text: string, values: Values): WireQuery {
    return new WireQuery(text, values, this.named ? BY_TEXT : undefined);
  }
}

/** Sends the query on a connection. */
export function ask(client: pg.ClientBase, query: WireQuery): Promise<Answer> {
  return new Promise((resolve, reject) => {
    query.callback = (error, answer) => (error ? reject(error) : resolve(answer!));
    client.query(query as never);
  });
}

/** Sends it on the next connection of a pool. */
export function askPool(pool: pg.Pool, query: WireQuery): Promise<Answer> {
  return pool.query(query as never) as Promise<unknown> as Promise<Answer>;
}
