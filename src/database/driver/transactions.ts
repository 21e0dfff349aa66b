import pg from 'pg';
import type { Tx, Values } from '../reader.js';
import type { Command } from '../statement.js';
import { isLost } from './database-errors.js';
import type { EntitySource } from './entity-source.js';
import { OpenTransaction } from './open-transaction.js';
import type { Wire } from './wire.js';
import { settingsText, type ConnectionOptions, type Session } from './session.js';

/** A client of the pool, which is a session. */
type PooledSession = Session & pg.PoolClient;

/** The numbers of committed and rolled back transactions, for the metrics. */
interface Ends {
  committed: number;
  rolledBack: number;
}

/** The transactions on the connections of one pool. */
export class Transactions {
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
  async open(): Promise<HeldTransaction> {
    const checkout = await this.checkout();
    return new HeldTransaction(
      checkout,
      new OpenTransaction(checkout.client, this.wire, this.entities, this.begin),
    );
  }

  private async checkout(): Promise<Checkout> {
    return new Checkout((await this.pool.connect()) as PooledSession, this.ends);
  }
}

/** A transaction that its holder must commit or roll back once. */
export class HeldTransaction {
  constructor(
    private readonly checkout: Checkout,
    readonly tx: OpenTransaction,
  ) {}

  /**
   * When this fails, nothing is committed, and the caller must roll back.
   * @param last runs before the COMMIT
   */
  async commit(last?: (tx: Tx) => void): Promise<void> {
    last?.(this.tx);
    await this.tx.commit();
    this.tx.end();
    this.checkout.end();
  }

  /** @returns the first failure of the transaction, of which `thrown` may be a consequence */
  async rollback(thrown?: unknown): Promise<unknown> {
    const error = this.tx.causeOf(thrown);
    if (this.tx.hasBegun && !isLost(error)) await this.tx.rollback().catch(this.checkout.giveUp);
    this.tx.end();
    this.checkout.end(error ?? new Error('rolled back'));
    return error;
  }
}

/** A connection from the pool. It returns to the pool unless it broke or `giveUp` was called. */
class Checkout {
  private lost = false;
  readonly giveUp = (): void => void (this.lost = true);

  constructor(
    readonly client: PooledSession,
    private readonly ends: Ends,
  ) {
    client.on('error', this.giveUp);
  }

  /** @param error the failure, when nothing was committed */
  end(error?: unknown): void {
    if (error === undefined) this.ends.committed++;
    else this.ends.rolledBack++;
    this.client.off('error', this.giveUp);
    this.client.release(this.lost || isLost(error));
  }
}
