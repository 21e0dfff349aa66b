import pg from 'pg';
import type { Tx, Values } from '../reader.js';
import type { Command } from '../statement.js';
import { isLost } from './database-errors.js';
import type { EntitySource } from './entity-source.js';
import { OpenTransaction } from './open-transaction.js';
import { plain, type Wire } from './asked.js';
import { settingsStatement, type ConnectionOptions, type Session } from './session.js';

/** The pool makes its clients as sessions. */
type PooledSession = Session & pg.PoolClient;

/** How many transactions have ended in each way; for the metrics. */
export interface Ends {
  committed: number;
  rolledBack: number;
}

/** The transactions on the connections of one pool. */
export class Transactions {
  private readonly settings: ReturnType<typeof settingsStatement>;
  private readonly begin: string;

  constructor(
    readonly pool: pg.Pool,
    private readonly wire: Wire,
    private readonly entities: EntitySource,
    options: ConnectionOptions,
    private readonly ends: Ends,
  ) {
    this.settings = settingsStatement(options);
    this.begin = this.settings ? `BEGIN; ${this.settings.text}` : 'BEGIN';
  }

  /** Runs `work` once; it commits when `work` resolves. */
  async run<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result> {
    const transaction = await this.open();
    try {
      const result = await work(transaction.tx);
      await transaction.commit();
      return result;
    } catch (thrown) {
      throw await transaction.rollback(thrown);
    }
  }

  /** Runs one statement, which is a transaction by itself. @returns its first row */
  async row(statement: Command<unknown>, values: Values): Promise<unknown> {
    // A server of a pooler gets its settings with BEGIN.
    if (this.settings) return this.run((tx) => tx.row(statement, values));
    const lease = await this.lease();
    try {
      const { rows } = await lease.client.ask(this.wire.statement(statement, values));
      lease.end();
      return rows[0];
    } catch (error) {
      if (!(error instanceof pg.DatabaseError)) lease.giveUp();
      lease.end(error);
      throw error;
    }
  }

  /** A transaction that the caller commits or rolls back. It begins with its first statement. */
  async open(): Promise<HeldTransaction> {
    const lease = await this.lease();
    return new HeldTransaction(
      lease,
      new OpenTransaction(lease.client, this.wire, this.entities, this.begin),
    );
  }

  private async lease(): Promise<Lease> {
    return new Lease((await this.pool.connect()) as PooledSession, this.ends);
  }
}

/** A transaction that its holder commits or rolls back, once. */
export class HeldTransaction {
  constructor(
    private readonly lease: Lease,
    readonly tx: OpenTransaction,
  ) {}

  /**
   * On failure nothing is committed, and the caller still has to roll back.
   * @param last runs before the COMMIT
   */
  async commit(last?: (tx: Tx) => void): Promise<void> {
    last?.(this.tx);
    await this.tx.commit();
    this.tx.end();
    this.lease.end();
  }

  /** @returns the first failure of the transaction, of which `thrown` may be only a consequence */
  async rollback(thrown?: unknown): Promise<unknown> {
    const error = await this.tx.causeOf(thrown);
    if (this.tx.hasBegun && !isLost(error)) {
      const { client, giveUp } = this.lease;
      await client.ask(plain('ROLLBACK')).catch(giveUp);
    }
    this.tx.end();
    this.lease.end(error ?? new Error('rolled back'));
    return error;
  }
}

/** A connection of the pool, which gets it back unless it broke or `giveUp` was called. */
class Lease {
  private lost = false;
  readonly giveUp = (): void => void (this.lost = true);

  constructor(
    readonly client: PooledSession,
    private readonly ends: Ends,
  ) {
    client.on('error', this.giveUp);
  }

  /** @param error why nothing was committed */
  end(error?: unknown): void {
    if (error === undefined) this.ends.committed++;
    else this.ends.rolledBack++;
    this.client.off('error', this.giveUp);
    this.client.release(this.lost || isLost(error));
  }
}
