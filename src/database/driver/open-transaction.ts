import type pg from 'pg';
import type { Tx, Values } from '../reader.js';
import type { Command, Statement } from '../statement.js';
import { ask, WireQuery, type Answer, type Wire } from './wire-query.js';

/** A transaction of as many round trips as its work takes. */
export class OpenTransaction implements Tx {
  private readonly sent: Promise<() => Answer>[] = [];

  private isOpen = false;
  /** In their order: what comes behind one that waits waits too. */
  private isHeld = false;

  constructor(
    private readonly client: pg.ClientBase,
    private readonly wire: Wire,
    private readonly begun: Promise<unknown>,
  ) {
    begun.then(
      () => (this.isOpen = true),
      () => undefined,
    );
  }

  async rows<Row>(statement: Statement<Row>, values: Values = []): Promise<Row[]> {
    return (await this.query(statement, values)).rows as Row[];
  }

  async row<Row>(statement: Statement<Row>, values?: Values): Promise<Row | undefined> {
    return (await this.rows(statement, values))[0];
  }

  async run(statement: Command<unknown>, values: Values = []): Promise<number> {
    return (await this.query(statement, values)).rowCount;
  }

  send(statement: Command<unknown>, values: Values = []): void {
    this.sent.push(settled(this.query(statement, values)));
  }

  /** What an error is owed to that only says that the transaction had failed before: something sent and not looked at. */
  async causeOf(error: unknown): Promise<unknown> {
    if ((error as { code?: string }).code !== HAD_FAILED) return error;
    for (const outcome of this.sent) {
      const failure = await outcome.then((look) => look()).then(NOTHING, (earlier: unknown) => earlier);
      if (failure !== undefined) return failure;
    }
    return error;
  }

  /** @throws what was sent may have failed; then nothing is committed. */
  async commit(): Promise<void> {
    await this.begun;
    const committed = settled(ask(this.client, new WireQuery('COMMIT')));
    for (const outcome of this.sent) (await outcome)();
    // PostgreSQL answers so when a statement failed before.
    if ((await committed)().command === 'ROLLBACK') throw new Error('the transaction had failed');
  }

  /** What only reads or locks may leave with BEGIN; what changes something waits until it is sure to be in the transaction. */
  private query(statement: Statement<unknown>, values: Values): Promise<Answer> {
    const run = () => ask(this.client, this.wire(statement, values));
    if (this.isOpen || (!this.isHeld && LOOKS.test(statement.text))) return run();
    this.isHeld = true;
    return this.begun.then(run);
  }
}

const LOOKS = /^\s*SELECT\b/;
// PostgreSQL's errcode in_failed_sql_transaction.
const HAD_FAILED = '25P02';
const NOTHING = () => undefined;

/** The outcome of a statement whose turn to be looked at comes later. */
function settled(answer: Promise<Answer>): Promise<() => Answer> {
  return answer.then(
    (result) => () => result,
    (error: unknown) => () => {
      throw error;
    },
  );
}
