import type { Tx, Values } from '../reader.js';
import type { Statement } from '../statement.js';
import { PgQuery, type Answer, type PgConnection, type Wire, type WireQuery } from './wire-query.js';

/**
 * Statements that leave together with one Sync behind the last: PostgreSQL takes them as one transaction, in one round
 * trip (Frontend/Backend Protocol: Pipelining). Each sees what those before it have done; when one fails the rest is not
 * begun and all is undone.
 */
export class Batch extends PgQuery {
  /** Takes the statements, before they leave. The answers are there when all is committed. */
  readonly tx: Tx = {
    rows: async (statement, values) => (await this.add(statement, values)).rows as never[],
    row: async (statement, values) => (await this.tx.rows(statement, values))[0],
    run: async (statement, values) => (await this.add(statement, values)).rowCount,
    send: (statement, values) => void this.add(statement, values),
    repository: () => {
      throw new Error('TypeORM awaits its answers: use Database.transaction');
    },
  };
  /** Rejects with what the statement that failed failed with. */
  readonly committed: Promise<void>;

  private readonly parts: WireQuery[] = [];
  private done = 0;
  private failure: Error | undefined;

  constructor(private readonly wire: Wire) {
    super('');
    this.committed = new Promise((resolve, reject) => {
      this.callback = (error) => (error ? reject(error) : resolve());
    });
  }

  submit(connection: PgConnection): null {
    const unsynced = Object.create(connection, { sync: { value: () => undefined } }) as PgConnection;
    for (const part of this.parts) part.prepare(unsynced);
    if (this.failure) {
      // A value that can't be written: what has left before it must never be committed.
      this.callback(this.failure);
      connection.stream.destroy();
    } else connection.sync();
    this.nameNext();
    return null;
  }

  handleRowDescription(message: never): void {
    this.parts[this.done]!.handleRowDescription(message);
  }

  handleDataRow(message: never): void {
    this.parts[this.done]!.handleDataRow(message);
  }

  handleCommandComplete(message: never): void {
    this.parts[this.done++]!.handleCommandComplete(message);
    this.nameNext();
  }

  handleReadyForQuery(): void {
    for (const part of this.parts) part.handleReadyForQuery();
    this.callback(null);
  }

  handleError(error: Error, connection: PgConnection): void {
    for (const [index, { name, callback }] of this.parts.entries()) {
      // The server has skipped them, and so has not heard of their names.
      if (name !== undefined && index >= this.done) delete connection.submittedNamedStatements[name];
      callback(error);
    }
    this.callback(error);
  }

  private add(statement: Statement<unknown>, values: Values = []): Promise<Answer> {
    const part = this.wire.statement(statement, values);
    this.parts.push(part);
    const answer = new Promise<Answer>((resolve, reject) => {
      part.callback = (error, result) => {
        if (!error) return resolve(result!);
        this.failure = error;
        reject(error);
      };
    });
    answer.catch(() => undefined);
    return answer;
  }

  /** The name under which pg remembers what the server says of it next. */
  private nameNext(): void {
    const { name, text = '' } = this.parts[this.done] ?? {};
    this.name = name;
    this.text = text;
  }
}
