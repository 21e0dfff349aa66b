import type { Command, Query, Statement } from './statement.js';

export type Values = readonly unknown[];

/** What reads need: a statement's rows. Inside a transaction a `Tx` is also a `Reader`. */
export interface Reader {
  rows<Row>(statement: Query<Row>, values?: Values): Promise<Row[]>;
  /** The first row, or undefined. */
  row<Row>(statement: Query<Row>, values?: Values): Promise<Row | undefined>;
}

/** An open transaction, got only from `Database.transaction`: whoever writes must have been given one. */
export interface Tx extends Reader {
  rows<Row>(statement: Statement<Row>, values?: Values): Promise<Row[]>;
  row<Row>(statement: Statement<Row>, values?: Values): Promise<Row | undefined>;
  /** @returns the number of rows that the command changed. */
  run(statement: Command<unknown>, values?: Values): Promise<number>;
  /** Runs the command without waiting; it is settled before the transaction commits, which it fails by failing. */
  send(statement: Command<unknown>, values?: Values): void;
}
