import pg from 'pg';
import type { ChangeRunner, TransactionSource } from '../change-runner.js';
import type { Values } from '../reader.js';
import type { Command } from '../statement.js';
import { Checkout, type Ends, type PooledSession } from './checkout.js';
import type { EntitySource } from './entity-source.js';
import { OpenTransaction } from './open-transaction.js';
import type { Wire } from './wire.js';
import { settingsText, type ConnectionOptions } from './session.js';

/** The transactions on the connections of one pool. */
export class Transactions implements ChangeRunner {
  private readonly settings: string | undefined;
  private readonly begin: string;

  constructor(
    readonly pool: pg.Pool,
    private readonly wire: Wire,
    private readonly entities: EntitySource,
    options: ConnectionOptions,
    private readonly ends: Ends,
  ) {
    this.settings = settingsText(options);
    this.begin = this.settings ? `BEGIN ISOLATION LEVEL READ COMMITTED; ${this.settings}` : 'BEGIN';
  }

  /** Runs `work` once. Commits when `work` resolves. */
  async run<Result>(work: (tx: OpenTransaction) => Promise<Result>): Promise<Result> {
    const transaction = await this.open();
    try {
      const result = await work(transaction);
      await transaction.commit();
      return result;
    } catch (thrown) {
      throw await transaction.rollback(thrown);
    }
  }

  request<Result>(work: (source: TransactionSource) => Promise<Result>): Promise<Result> {
    return work({
      isShared: false,
      open: () => this.open(),
      commit: (transaction, last) => transaction.commit(last),
      rollback: (transaction, thrown) => transaction.rollback(thrown),
    });
  }

  /** Runs one statement, which is a transaction by itself. */
  async rows<Row>(statement: Command<Row>, values: Values): Promise<Row[]> {
    // Behind a pooler, the session gets its settings with BEGIN.
    if (this.settings) return this.run((tx) => tx.rows(statement, values));
    const checkout = await this.checkout();
    try {
      const { rows } = await checkout.client.ask(this.wire.statement(statement, values));
      checkout.end();
      return rows as Row[];
    } catch (error) {
      if (!(error instanceof pg.DatabaseError)) checkout.giveUp();
      checkout.end(error);
      throw error;
    }
  }

  /**
   * Opens a transaction that the caller commits or rolls back. It begins with its first statement.
   */
  async open(): Promise<OpenTransaction> {
    return new OpenTransaction(await this.checkout(), this.wire, this.entities, this.begin);
  }

  private async checkout(): Promise<Checkout> {
    return new Checkout((await this.pool.connect()) as PooledSession, this.ends);
  }
}
