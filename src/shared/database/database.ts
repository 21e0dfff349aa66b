import { setTimeout as delay } from 'node:timers/promises';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type pg from 'pg';
import { ServiceError, Unavailable } from '../errors/errors.js';
import { BatchedLookups, type Found } from './batched-lookups.js';
import { CONSTRAINTS, type ConstraintErrors } from './constraints.js';
import { isConflict, isLost, translated } from './database-errors.js';
import { PipelinedReads } from './pipelined-reads.js';
import type { Reader, Tx, Values } from './reader.js';
import { Replica } from './replica.js';
import { beginStatement, CONNECTION_OPTIONS, createPool, type ConnectionOptions } from './session.js';
import type { Command, Query } from './statement.js';

const MAX_ATTEMPTS = 24;

type Statement<Row> = Query<Row> | Command<Row>;

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
  private readonly named: boolean;

  constructor(
    @Inject(CONNECTION_OPTIONS) options: ConnectionOptions,
    @Inject(CONSTRAINTS) private readonly constraints: ConstraintErrors,
  ) {
    const readers = Math.max(1, Math.min(4, Math.floor(options.connections / 3)));
    this.reads = new PipelinedReads(options, readers);
    this.lookups = new BatchedLookups((statement, keys) => this.reads.query(this.wire(statement, [keys])));
    this.pool = createPool(options, Math.max(1, options.connections - readers));
    this.replica = options.readUrl === undefined ? undefined : new Replica(options.readUrl, options);
    this.begin = beginStatement(options);
    this.named = options.pooler === 'none';
  }

  async rows<Row>(statement: Query<Row>, values: Values = []): Promise<Row[]> {
    try {
      return (await this.read(statement, values)).rows as Row[];
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
   * Reads that may be a moment behind, from a standby when there is one (`DATABASE_READ_URL`): what has happened, never
   * what a caller may do or what a change is decided by.
   */
  readonly history: Reader = {
    rows: async (statement, values = []) => {
      if (!this.replica) return this.rows(statement, values);
      const answer = await this.replica
        .query(this.wire(statement, values), () => this.read(statement, values))
        .catch((error: unknown) => {
          throw this.failure(error);
        });
      return answer.rows as never[];
    },
    row: async (statement, values) => (await this.history.rows(statement, values))[0],
  };

  /** Whether `history` may be behind. */
  get hasReplica(): boolean {
    return this.replica !== undefined;
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

  private read(statement: Query<unknown>, values: Values): Promise<pg.QueryResult> {
    // Text made for one request may be slow and is seen once: it must not hold up what is pipelined behind it.
    const runner = statement.name === undefined ? this.pool : this.reads;
    return runner.query(this.wire(statement, values));
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
    let lost = false;
    const onError = () => (lost = true);
    client.on('error', onError);
    const tx = new OpenTransaction(client, this.wire, client.query(this.begin));
    try {
      const result = await work(tx);
      await tx.commit();
      this.activity.committed++;
      return result;
    } catch (thrown) {
      this.activity.rolledBack++;
      const error = await tx.causeOf(thrown);
      lost ||= isLost(error);
      if (!lost) await client.query('ROLLBACK').catch(onError);
      throw error;
    } finally {
      client.off('error', onError);
      client.release(lost);
    }
  }

  private readonly wire = (statement: Statement<unknown>, values: Values): pg.QueryConfig => ({
    // A name belongs to a server's session, and behind a pooler the next statement may find another one.
    name: this.named ? statement.name : undefined,
    text: statement.text,
    values: values as unknown[],
  });
}

class OpenTransaction implements Tx {
  private readonly sent: Promise<() => pg.QueryResult>[] = [];

  private isOpen = false;
  /** In their order: what comes behind one that waits waits too. */
  private isHeld = false;

  constructor(
    private readonly client: pg.ClientBase,
    private readonly wire: (statement: Statement<unknown>, values: Values) => pg.QueryConfig,
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
    return (await this.query(statement, values)).rowCount ?? 0;
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
    const committed = settled(this.client.query('COMMIT'));
    for (const outcome of this.sent) (await outcome)();
    // PostgreSQL answers so when a statement failed before.
    if ((await committed)().command === 'ROLLBACK') throw new Error('the transaction had failed');
  }

  /** What only reads or locks may leave with BEGIN; what changes something waits until it is sure to be in the transaction. */
  private query(statement: Statement<unknown>, values: Values): Promise<pg.QueryResult> {
    const run = () => this.client.query(this.wire(statement, values));
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
function settled(answer: Promise<pg.QueryResult>): Promise<() => pg.QueryResult> {
  return answer.then(
    (result) => () => result,
    (error: unknown) => () => {
      throw error;
    },
  );
}
