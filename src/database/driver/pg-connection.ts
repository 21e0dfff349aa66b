/** A connection, as pg's queries see it. */
export interface PgConnection {
  readonly stream: { destroy(): void };
  /** Texts by name: those that the server has parsed, and those on their way to it. */
  readonly parsedStatements: Record<string, string>;
  readonly submittedNamedStatements: Record<string, string>;
  sync(): void;
  close(message: { readonly type: 'S'; readonly name: string }): void;
}

/** Makes the session forget a prepared statement, on the server and in pg's own lists. */
export function closeStatement(connection: PgConnection, name: string): void {
  connection.close({ type: 'S', name });
  delete connection.parsedStatements[name];
  delete connection.submittedNamedStatements[name];
}
