import { setTimeout as delay } from 'node:timers/promises';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import pg from 'pg';
import type { ObjectLiteral } from 'typeorm';
import { ServiceError, Unavailable } from '../shared/errors/errors.js';
import { Batch } from './driver/batch.js';
import { BatchedLookups, type Found } from './driver/batched-lookups.js';
import { CONSTRAINTS, type ConstraintErrors } from './constraints.js';
import { EntitySource, Repositories, type RunText } from './driver/entity-source.js';
import { isConflict, isLost, translated } from './driver/database-errors.js';
import { OpenTransaction } from './driver/open-transaction.js';
import { PipelinedReads } from './driver/pipelined-reads.js';
import type { EntityClass, Reader, ReadRepository, Tx, Values } from './reader.js';
import { Replica } from './driver/replica.js';
import {
  CONNECTION_OPTIONS,
  createPool,
  settingsStatement,
  type ConnectionOptions,
} from './driver/session.js';
import type { Command, Query } from './statement.js';
import { ask, askPool, Wire, WireQuery, type Answer } from './driver/wire-query.js';

const MAX_ATTEMPTS = 24;

/**
 * Runs what `send` sends as one transaction in one round trip.
 * @param send hands over all statements at once, without waiting; their answers are there when it is committed.
 */
export type Commit = <Result>(send: (tx: Tx) => Result) => Promise<Awaited<Result>>;

/** PostgreSQL, as the service sees it: reads anywhere, writes only inside `transaction`. */
@Injectable()
export class Database implements Reader, OnApplicationShutdown {
  /** What has happened since the start; for the metrics. */
  readonly activity = { committed: 0, rolledBack: 0, retries: 0, unavailable: 0, unexpected: 0 };
  private readonly pool: pg.Pool;
  private readonly reads: PipelinedReads;
  private readonly lookups: BatchedLookups;
  private readonly replica: Replica | undefined;
  private readonly begin: string;
  private readonly settings: Command<never> | undefined;
  private readonly wire: Wire;
  private readonly repositories: Repositories;

  constructor(
    @Inject(CONNECTION_OPTIONS) options: ConnectionOptions,
    @Inject(CONSTRAINTS) private readonly constraints: ConstraintErrors,
    private readonly entities: EntitySource,
  ) {
    const readers = Math.max(1, Math.min(4, Math.floor(options.connections / 3)));
    this.reads = new PipelinedReads(options, readers);
    this.wire = new Wire(options.pooler === 'none');
    this.lookups = new BatchedLookups((statement, keys) =>
      this.reads.query(this.wire.statement(statement, [keys])),
    );
    const runText: RunText = (text, values) => this.answered(this.reads.query(this.wire.text(text, values)));
    this.repositories = new Repositories(() => entities.managerOn(runText, { inTransaction: false }));
    this.pool = createPool(options, Math.max(1, options.connections - readers));
    this.replica = options.readUrl === undefined ? undefined : new Replica(options.readUrl, options);
    this.settings = settingsStatement(options);
    this.begin = this.settings ? `BEGIN; ${this.settings.text}` : 'BEGIN';
  }

  async rows<Row>(statement: Query<Row>, values: Values = []): Promise<Row[]> {
    return (await this.answered(this.read(statement, values))).rows as Row[];
  }

  async row<Row>(statement: Query<Row>, values?: Values): Promise<Row | undefined> {
    return (await this.rows(statement, values))[0];
  }

  /** TypeORM's repository for reads outside a transaction. */
  repository<Entity extends ObjectLiteral>(entity: EntityClass<Entity>): ReadRepository<Entity> {
    return this.repositories.of(entity);
  }

  /**
   * The row of one key, for what every request looks up.
   * @param statement finds the rows of the keys in `$1`, an array, each with its `position` in it, from 1.
   */
  rowByKey<Row extends Found>(statement: Query<Row>, key: Buffer): Promise<Row | undefined> {
    return this.answered(this.lookups.find(statement, key));
  }

  /**
   * Reads that may be a moment behind, from a standby when there is one (`DATABASE_READ_URL`): what has happened, never
   * what a caller may do or what a change is decided by.
   */
  readonly history: Reader = {
    rows: async (statement, values = []) => {
      if (!this.replica) return this.rows(statement, values);
      const primary = () => this.read(statement, values);
      const answer = this.replica.query(this.wire.statement(statement, values), primary);
      return (await this.answered(answer)).rows as never[];
    },
    row: async (statement, values) => (await this.history.rows(statement, values))[0],
    repository: (entity) => this.repository(entity),
  };

  /** Whether `history` may be behind. */
  get hasReplica(): boolean {
    return this.replica !== undefined;
  }

  /**
   * Runs `work` in one transaction; it commits when `work` resolves and leaves nothing when it throws. The whole of
   * `work` runs again after a serialization failure or a deadlock, so it does database work only.
   */
  transaction<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result> {
    return this.retried(() => this.attempt(work));
  }

  /**
   * For a change that is decided on what was read: `work` reads, decides, and hands its statements to `commit`, which
   * runs them as one transaction in one round trip. That all is still as it was read they see to themselves, with
   * `stale()` of migration 0011; then, as after any conflict, the whole of `work` runs again.
   */
  optimistic<Result>(work: (commit: Commit) => Promise<Result>): Promise<Result> {
    return this.retried(() => work((send) => this.commit(send)));
  }

  /** The connections at this moment. `open` includes the idle; `waiting` are changes that wait for one. */
  connections() {
    const { totalCount: open, idleCount: idle, waitingCount: waiting, options } = this.pool;
    return {
      open,
      idle,
      waiting,
      max: options.max,
      readers: this.reads.openLanes,
      maxReaders: this.reads.size,
    };
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([this.pool.end(), this.reads.end(), this.replica?.end()]);
  }

  private read(statement: Query<unknown>, values: Values): Promise<Answer> {
    // Text made for one request may be slow and is seen once: it must not hold up what is pipelined behind it.
    const query = this.wire.statement(statement, values);
    return statement.name === undefined ? askPool(this.pool, query) : this.reads.query(query);
  }

  private async answered<T>(answer: Promise<T>): Promise<T> {
    try {
      return await answer;
    } catch (error) {
      throw this.failure(error);
    }
  }

  /** The service's error for what was thrown: a refusal of ours passes, a failure of the database is counted. */
  private failure(thrown: unknown): unknown {
    const error = translated(thrown, this.constraints);
    if (error instanceof Unavailable) this.activity.unavailable++;
    else if (!(error instanceof ServiceError)) this.activity.unexpected++;
    return error;
  }

  private async retried<Result>(work: () => Promise<Result>): Promise<Result> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await work();
      } catch (error) {
        if (!isConflict(error) || attempt === MAX_ATTEMPTS) throw this.failure(error);
        this.activity.retries++;
        await delay(Math.random() * 2 ** Math.min(attempt, 7));
      }
    }
  }

  private async commit<Result>(send: (tx: Tx) => Result): Promise<Awaited<Result>> {
    const batch = new Batch(this.wire);
    if (this.settings) batch.tx.send(this.settings);
    const result = send(batch.tx);
    Promise.resolve(result).catch(NOTHING);
    await this.connected(async (client, giveUp) => {
      client.query(batch as never);
      await batch.committed.catch((error: unknown) => {
        if (!(error instanceof pg.DatabaseError)) giveUp();
        throw error;
      });
    });
    return await result;
  }

  private attempt<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result> {
    return this.connected(async (client, giveUp) => {
      const tx = new OpenTransaction(
        client,
        this.wire,
        this.entities,
        ask(client, new WireQuery(this.begin)),
      );
      try {
        const result = await work(tx);
        await tx.commit();
        return result;
      } catch (thrown) {
        const error = await tx.causeOf(thrown);
        if (!isLost(error)) await ask(client, new WireQuery('ROLLBACK')).catch(giveUp);
        throw error;
      } finally {
        tx.end();
      }
    });
  }

  /** Runs one transaction on a connection of the pool, which gets it back unless it broke or `giveUp` was called. */
  private async connected<Result>(
    work: (client: pg.PoolClient, giveUp: () => void) => Promise<Result>,
  ): Promise<Result> {
    const client = await this.pool.connect();
    let lost = false;
    const giveUp = () => void (lost = true);
    client.on('error', giveUp);
    try {
      const result = await work(client, giveUp);
      this.activity.committed++;
      return result;
    } catch (error) {
      this.activity.rolledBack++;
      lost ||= isLost(error);
      throw error;
    } finally {
      client.off('error', giveUp);
      client.release(lost);
    }
  }
}

const NOTHING = () => undefined;
