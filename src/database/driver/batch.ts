import type { Batch, Later, Values } from '../reader.js';
import type { Statement } from '../statement.js';
import { isOutdated } from './database-errors.js';
import { closeStatement, type PgConnection } from './pg-connection.js';
import { PgQuery, type Answer, type Wire, type WireQuery } from './wire-query.js';

/**
 * Statements that leave together with one Sync behind the last: PostgreSQL takes them as one transaction, in one round
 * trip (Frontend/Backend Protocol: Pipelining). Each sees what those before it have done. When one fails, the server skips
 * the rest and undoes all.
 */
export class BatchQuery extends PgQuery {
  /** Rejects with the failure of the statement that failed. */
  readonly committed: Promise<void>;

  private readonly parts: WireQuery[] = [];
  private done = 0;
  private failure: Error | undefined;
  private hasLeft = false;

  constructor(private readonly wire: Wire) {
    super('');
    this.committed = new Promise((resolve, reject) => {
      this.callback = (error) => (error ? reject(error) : resolve());
    });
  }

  /** Adds the statements of `fill`. @returns what gives the row that it returned for later, once all is committed */
  fillWith<Row>(fill: (batch: Batch) => Later<Row> | void): () => Row {
    const answers = new Map<unknown, () => Answer>();
    const later = fill({
      send: (statement, values) => void this.add(statement, values),
      row: (statement, values) => {
        const place = {} as Later<never>;
        answers.set(place, this.add(statement, values));
        return place;
      },
    });
    this.hasLeft = true;
    if (later instanceof Promise) {
      later.catch(() => undefined);
      throw new Error('A batch is filled at once: it has nothing to await');
    }
    return () => answers.get(later)?.().rows[0] as Row;
  }

  /** @returns what gives the answer, once all is committed */
  add(statement: Statement<unknown>, values: Values = []): () => Answer {
    if (this.hasLeft) throw new Error('The batch has left');
    const part = this.wire.statement(statement, values);
    this.parts.push(part);
    let answer: Answer | undefined;
    part.callback = (error, result) => {
      if (error) this.failure = error;
      else answer = result;
    };
    return () => answer!;
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

  handleCommandComplete(message: never, connection: PgConnection): void {
    this.parts[this.done++]!.handleCommandComplete(message, connection);
    this.nameNext();
  }

  handleReadyForQuery(): void {
    for (const part of this.parts) part.handleReadyForQuery();
    this.callback(null);
  }

  handleError(error: Error, connection: PgConnection): void {
    const failed = this.parts[this.done]?.name;
    if (failed !== undefined && isOutdated(error)) closeStatement(connection, failed);
    for (const [index, { name, callback }] of this.parts.entries()) {
      // The server has skipped them, and so has not heard of their names.
      if (name !== undefined && index >= this.done) delete connection.submittedNamedStatements[name];
      callback(error);
    }
    this.callback(error);
  }

  /** The name under which pg remembers what the server says of it next. */
  private nameNext(): void {
    const { name, text = '' } = this.parts[this.done] ?? {};
    this.name = name;
    this.text = text;
  }
}
