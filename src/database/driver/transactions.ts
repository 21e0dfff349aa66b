import pg from 'pg';
import type { Batch, Later, Tx } from '../reader.js';
import { command } from '../statement.js';
import { BatchQuery } from './batch.js';
import { isLost } from './database-errors.js';
import type { EntitySource } from './entity-source.js';
import { OpenTransaction, type Opening } from './open-transaction.js';
import { settingsStatement, type ConnectionOptions } from './session.js';
import { ask, WireQuery, type Wire } from './wire-query.js';

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
    const lease = await this.lease();
    const begun = ask(lease.client, new WireQuery(this.begin));
    const transaction = new HeldTransaction(lease, this.on(lease, begun));
    try {
      const result = await work(transaction.tx);
      await transaction.commit();
      return result;
    } catch (thrown) {
      throw await transaction.rollback(thrown);
    }
  }

  /** Sends what `fill` adds as one transaction in one round trip. */
  async commit<Row>(fill: (batch: Batch) => Later<Row> | void): Promise<Row> {
    const query = new BatchQuery(this.wire);
    if (this.settings) query.add(this.settings);
    const later = query.fillWith(fill);
    const lease = await this.lease();
    try {
      lease.client.query(query as never);
      await query.committed;
      lease.end();
    } catch (error) {
      if (!(error instanceof pg.DatabaseError)) lease.giveUp();
      lease.end(error);
      throw error;
    }
    return later();
  }

  /** A transaction that whoever asked for it ends. It begins with its first statement, behind `first`. */
  async open(first?: Opening): Promise<HeldTransaction> {
    const lease = await this.lease();
    const opening = this.settings ? [BEGIN, { statement: this.settings, values: [] }] : [BEGIN];
    return new HeldTransaction(lease, this.on(lease, first ? [...opening, first] : opening));
  }

  private on({ client }: Lease, opening: Promise<unknown> | readonly Opening[]): OpenTransaction {
    return new OpenTransaction(client, this.wire, this.entities, opening);
  }

  private async lease(): Promise<Lease> {
    return new Lease(await this.pool.connect(), this.ends);
  }
}

const BEGIN: Opening = { statement: command('session.begin', 'BEGIN'), values: [] };

/** A transaction that is open until it is told to end, once. */
export class HeldTransaction {
  constructor(
    private readonly lease: Lease,
    readonly tx: OpenTransaction,
  ) {}

  /**
   * When it fails, nothing is committed, and the transaction still has to be rolled back.
   * @param last what it does before
   */
  async commit(last?: (batch: Batch) => void): Promise<void> {
    if (last) await this.tx.commitAfter(last);
    else await this.tx.commit();
    this.tx.end();
    this.lease.end();
  }

  /** @returns why it really failed, when `thrown` only followed from that */
  async rollback(thrown?: unknown): Promise<unknown> {
    const error = await this.tx.causeOf(thrown);
    if (this.tx.hasBegun && !isLost(error)) {
      const { client, giveUp } = this.lease;
      await ask(client, new WireQuery('ROLLBACK')).catch(giveUp);
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
    readonly client: pg.PoolClient,
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
