import { setTimeout as delay } from 'node:timers/promises';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import pg from 'pg';
import { ServiceError, Unavailable } from '../errors/errors.js';
import { BatchedLookups, type Found } from './batched-lookups.js';
import { CONSTRAINTS, type ConstraintErrors } from './constraints.js';
import { isConflict, translated } from './database-errors.js';
import { PipelinedReads } from './pipelined-reads.js';
import type { Reader, Tx, Values } from './reader.js';
import { connection, CONNECTION_OPTIONS, type ConnectionOptions } from './session.js';
import type { Command, Query } from './statement.js';

const MAX_ATTEMPTS = 12;

type Statement<Row> = Query<Row> | Command<Row>;

/** PostgreSQL, as the service sees it: reads anywhere, writes only inside `transaction`. */
@Injectable()
export class Database implements Reader, OnApplicationShutdown {
  /** What has happened since the start; for the metrics. */
  readonly activity = { committed: 0, rolledBack: 0, retries: 0, unavailable: 0, unexpected: 0 };
  private readonly pool: pg.Pool;
  private readonly reads: PipelinedReads;
  private readonly lookups: BatchedLookups;

  constructor(
    @Inject(CONNECTION_OPTIONS) options: ConnectionOptions,
    @Inject(CONSTRAINTS) private readonly constraints: ConstraintErrors,
  ) {
    const readers = Math.max(1, Math.min(4, Math.floor(options.connections / 3)));
    this.reads = new PipelinedReads(options, readers);
    this.lookups = new BatchedLookups(this.reads);
    this.pool = new pg.Pool({ ...connection(options), max: Math.max(1, options.connections - readers) });
    // An idle connection that breaks is dropped by the pool; whoever uses the next one hears of it.
    this.pool.on('error', () => undefined);
  }

  async rows<Row>(statement: Query<Row>, values: Values = []): Promise<Row[]> {
    try {
      // Text made for one request may be slow and is seen once: it must not hold up what is pipelined behind it.
      const runner = statement.name === undefined ? this.pool : this.reads;
      return (await runner.query(wire(statement, values))).rows as Row[];
    } catch (error) {
      throw this.failure(error);
    }
  }

  async row<Row>(statement: Query<Row>, values?: Values): Promise<Row | undefined> {
    return (await this.rows(statement, values))[0];
  }

  /**
   * The row of one key, for what every request looks up.
   * @param statement finds the rows of the keys in `$1`, an array, each with its `position` in it, from 1.
   */
  async rowByKey<Row extends Found>(statement: Query<Row>, key: Buffer): Promise<Row | undefined> {
    try {
      return await this.lookups.find(statement, key);
    } catch (error) {
      throw this.failure(error);
    }
  }

  /**
   * Runs `work` in one transaction; it commits when `work` resolves and leaves nothing when it throws. The whole of
   * `work` runs again after a serialization failure or a deadlock, so it does database work only.
   */
  async transaction<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.attempt(work);
      } catch (error) {
        if (!isConflict(error) || attempt === MAX_ATTEMPTS) throw this.failure(error);
        this.activity.retries++;
        await delay(Math.random() * 2 ** Math.min(attempt, 7));
      }
    }
  }

  /** A connection of its own for what `Tx` can't express (COPY, LISTEN); the caller releases it. */
  async connect(): Promise<pg.PoolClient> {
    return this.pool.connect().catch((error: unknown) => {
      throw this.failure(error);
    });
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
    await Promise.all([this.pool.end(), this.reads.end()]);
  }

  /** The service's error for what was thrown: a refusal of ours passes, a failure of the database is counted. */
  private failure(thrown: unknown): unknown {
    const error = translated(thrown, this.constraints);
    if (error instanceof Unavailable) this.activity.unavailable++;
    else if (!(error instanceof ServiceError)) this.activity.unexpected++;
    return error;
  }

  private async attempt<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result> {
    const client = await this.pool.connect();
    let broken = false;
    const onError = () => (broken = true);
    client.on('error', onError);
    try {
      await client.query('BEGIN');
      const result = await work(new OpenTransaction(client));
      await client.query('COMMIT');
      this.activity.committed++;
      return result;
    } catch (error) {
      this.activity.rolledBack++;
      await client.query('ROLLBACK').catch(onError);
      throw error;
    } finally {
      client.off('error', onError);
      client.release(broken);
    }
  }
}

class OpenTransaction implements Tx {
  constructor(private readonly client: pg.ClientBase) {}

  async rows<Row>(statement: Statement<Row>, values: Values = []): Promise<Row[]> {
    return (await this.client.query(wire(statement, values))).rows as Row[];
  }

  async row<Row>(statement: Statement<Row>, values?: Values): Promise<Row | undefined> {
    return (await this.rows(statement, values))[0];
  }

  async run(statement: Command<unknown>, values: Values = []): Promise<number> {
    return (await this.client.query(wire(statement, values))).rowCount ?? 0;
  }
}

function wire(statement: Statement<unknown>, values: Values): pg.QueryConfig {
  return { name: statement.name, text: statement.text, values: values as unknown[] };
}
