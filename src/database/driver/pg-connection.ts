import type { MakeRow } from './rows.js';

/** A connection, as pg's queries see it. */
export interface PgConnection {
  readonly stream: { destroy(): void };
  /** Texts by name: those that the server has parsed, and those on their way to it. */
  readonly parsedStatements: Record<string, string>;
  readonly submittedNamedStatements: Record<string, string>;
  bind(message: {
    readonly statement: string;
    readonly values: readonly unknown[];
    readonly valueMapper: (value: unknown) => unknown;
  }): void;
  execute(message: object): void;
  sync(): void;
  close(message: { readonly type: 'S'; readonly name: string }): void;
}

/** By session, and by the name of a prepared statement: what makes its rows; null where it gives none. */
const described = new WeakMap<object, Map<string, MakeRow | null>>();

/**
 * What makes the rows of the session's prepared statements. PostgreSQL never changes the columns of one: its Bind fails
 * instead, and the session forgets the statement.
 */
export function rowMakersOf({ parsedStatements }: PgConnection): Map<string, MakeRow | null> {
  let makers = described.get(parsedStatements);
  if (!makers) described.set(parsedStatements, (makers = new Map()));
  return makers;
}

/** Makes the session forget a prepared statement, on the server, in pg's own lists and in ours. */
export function closeStatement(connection: PgConnection, name: string): void {
  connection.close({ type: 'S', name });
  rowMakersOf(connection).delete(name);
  delete connection.parsedStatements[name];
  delete connection.submittedNamedStatements[name];
}
