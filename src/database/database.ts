import { setTimeout as delay } from 'node:timers/promises';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import pg from 'pg';
import type { ObjectLiteral } from 'typeorm';
import { Interruption, ServiceError, Unavailable } from '../shared/errors/errors.js';
import { Turns } from '../shared/limits/turns.js';
import { BatchedLookups, type KeyedRow } from './driver/batched-lookups.js';
import { CONSTRAINTS, type ConstraintErrors } from './constraints.js';
import { EntitySource, Repositories, type RunText } from './driver/entity-source.js';
import { isConflict, isOutdated, isTooSlow, translated } from './driver/database-errors.js';
import { CurrentRequest } from './driver/current-request.js';
import type { OpenTransaction } from './driver/open-transaction.js';
import { PipelinedReads } from './driver/pipelined-reads.js';
import type {
  Commit,
  EntityClass,
  OwnTransaction,
  Reader,
  ReadRepository,
  RequestTerms,
  Tx,
  Values,
} from './reader.js';
import { Replica } from './driver/replica.js';
import { RequestTransaction } from './driver/request-transaction.js';
import { CONNECTION_OPTIONS, createPool, type ConnectionOptions } from './driver/session.js';
import { Transactions } from './driver/transactions.js';
import type { Query } from './statement.js';
import { askPool, Wire, type Answer } from './driver/wire-query.js';

const MAX_ATTEMPTS = 24;

/** PostgreSQL, as the service sees it: reads anywhere, writes only inside `transaction`. */
@Injectable()
export class Database implements Reader, OnApplicationShutdown {
  /** What has happened since the start; for the metrics. */
  readonly activity = { committed: 0, rolledBack: 0, retries: 0, away: 0, slow: 0, unexpected: 0 };
  /** The turns of lists with a filter or an order. */
  readonly listTurns: Turns;
  private readonly changes: Transactions;
  /** One connection, for what lasts when the transaction is undone that waits for it. */
  private readonly apart: Transactions;
  private readonly current = new CurrentRequest();
  private readonly reads: PipelinedReads;
  /** For texts made for one request, such as a list with a filter: they may be slow (D-211). */
  private readonly lists: pg.Pool;
  /** For readiness, which must not wait behind anything (D-229). */
  private readonly watch: PipelinedReads;
  private readonly lookups: BatchedLookups;
  private readonly replica: Replica | undefined;
  private readonly wire: Wire;
  private readonly repositories: Repositories;

  constructor(
    @Inject(CONNECTION_OPTIONS) options: ConnectionOptions,
    @Inject(CONSTRAINTS) private readonly constraints: ConstraintErrors,
    private readonly entities: EntitySource,
  ) {
    const readers = Math.max(1, Math.min(4, Math.floor(options.connections / 3)));
    const lists = Math.max(1, Math.floor(options.connections / 5));
    this.reads = new PipelinedReads(options, readers);
    this.listTurns = new Turns(options.maxLists);
    this.watch = new PipelinedReads(options, 1);
    this.lists = createPool(options, lists, { readOnly: true });
    this.wire = new Wire(options.pooler === 'none');
    this.lookups = new BatchedLookups((statement, keys) =>
      prepared(() => this.reads.query(this.wire.statement(statement, [keys]))),
    );
    const runText: RunText = (text, values) => {
      const joined = this.joined;
      const query = () => this.wire.text(text, values);
      return this.answered(joined ? joined.ask(query()) : prepared(() => this.reads.query(query())));
    };
    this.repositories = new Repositories(() => entities.managerOn(runText, { inTransaction: false }));
    const pool = (size: number) => createPool(options, size);
    const on = (size: number) => new Transactions(pool(size), this.wire, entities, options, this.activity);
    this.changes = on(Math.max(1, options.connections - readers - lists));
    this.apart = on(1);
    this.replica = options.readUrl === undefined ? undefined : new Replica(options.readUrl, options);
  }

  async rows<Row>(statement: Query<Row>, values: Values = []): Promise<Row[]> {
    const answer = this.inTurn(statement, () => this.read(statement, values));
    return (await this.answered(answer)).rows as Row[];
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
  rowByKey<Row extends KeyedRow>(statement: Query<Row>, key: Buffer): Promise<Row | undefined> {
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
      const { replica } = this;
      const standby = () => replica.query(this.wire.statement(statement, values), primary);
      return (await this.answered(this.inTurn(statement, standby))).rows as never[];
    },
    row: async (statement, values) => (await this.history.rows(statement, values))[0],
    repository: (entity) => this.repository(entity),
  };

  /** The first row, read on a connection that nothing else uses. */
  async rowApart<Row>(statement: Query<Row>, values: Values = []): Promise<Row | undefined> {
    const answer = await prepared(() => this.watch.query(this.wire.statement(statement, values)));
    return answer.rows[0] as Row | undefined;
  }

  /** Whether `history` may be behind. */
  get hasReplica(): boolean {
    return this.replica !== undefined;
  }

  /**
   * Runs `work` in one transaction; it commits when `work` resolves and leaves nothing when it throws. The whole of
   * `work` runs again after a serialization failure or a deadlock, so it does database work only.
   */
  transaction<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result> {
    const { request } = this;
    if (request) return this.answered(request.change(work));
    return this.retried(() => this.changes.run(work));
  }

  /**
   * As `transaction`, for what must be committed before the request tells another system of it. A dry run, which tells
   * nobody, undoes it too.
   */
  async beforehand<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result> {
    const { request } = this;
    if (!request || request.isDry) return this.transaction(work);
    await this.answered(request.wait());
    return this.retried(() => this.apart.run(work));
  }

  /** As `transaction`, for what never belongs to the request's own, such as counting the request. */
  separately<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result> {
    return this.retried(() => this.changes.run(work));
  }

  /**
   * For a change that is decided on what was read: `work` reads, decides, and adds its statements in `commit`, which
   * runs them as one transaction in one round trip. A statement finds its row only as it was read (`versioned`). When
   * the row has changed since, the whole of `work` runs again, as after any conflict.
   *
   * A record's update costs a seventh less CPU so than in `transaction`, and a fifth less in PostgreSQL.
   */
  optimistic<Result>(work: (commit: Commit) => Promise<Result>): Promise<Result> {
    const { request } = this;
    if (request) return this.answered(request.optimistic(work));
    return this.retried(() => work((fill) => this.changes.commit(fill)));
  }

  /** Runs a request whose changes all join one transaction. What `work` does not commit is undone. */
  inOne<Result>(
    terms: RequestTerms,
    work: (transaction: OwnTransaction) => Promise<Result>,
  ): Promise<Result> {
    const request = new RequestTransaction(this.changes, this.apart, terms);
    return this.answered(this.current.run(request, () => work(request)));
  }

  /** Runs `work` as if outside of the request's transaction: it sees what is committed. */
  outside<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.current.outside(work);
  }

  /**
   * For what leaves the database, such as a file to delete: it runs once the change is committed, which may be when the
   * request is answered, and never in a dry run.
   */
  async whenCommitted(work: () => Promise<void>): Promise<void> {
    const { request } = this;
    if (request) request.whenCommitted(work);
    else await work();
  }

  /** Whether all of the request will be undone: then nothing may leave the process (D-232). */
  get isDry(): boolean {
    return this.request?.isDry === true;
  }

  /** The request's own transaction, when it has one. */
  get request(): RequestTransaction | undefined {
    return this.current.transaction;
  }

  /**
   * The connections at this moment. `open` includes the idle; `waiting` are changes that wait for one. Readiness has one
   * more of its own.
   */
  connections() {
    const { totalCount: open, idleCount: idle, waitingCount: waiting, options } = this.changes.pool;
    return {
      open,
      idle,
      waiting,
      max: options.max,
      readers: this.reads.openLanes,
      maxReaders: this.reads.size,
      lists: this.lists.totalCount,
      maxLists: this.lists.options.max,
    };
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([
      this.changes.pool.end(),
      this.apart.pool.end(),
      this.lists.end(),
      this.reads.end(),
      this.watch.end(),
      this.replica?.end(),
    ]);
  }

  private read(statement: Query<unknown>, values: Values): Promise<Answer> {
    const joined = this.joined;
    if (joined) return joined.ask(this.wire.statement(statement, values));
    return prepared(() => {
      const query = this.wire.statement(statement, values);
      return statement.name === undefined ? askPool(this.lists, query) : this.reads.query(query);
    });
  }

  /** What reads of a request join that has changed something. */
  private get joined(): OpenTransaction | undefined {
    return this.request?.open;
  }

  private inTurn({ taker }: Query<unknown>, work: () => Promise<Answer>): Promise<Answer> {
    return taker === undefined ? work() : this.listTurns.run(taker, work);
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
    if (thrown instanceof Interruption) return thrown;
    const error = translated(thrown, this.constraints);
    // An `Unavailable` that was thrown has been counted, or is not the database's.
    if (error instanceof Unavailable && error !== thrown)
      this.activity[isTooSlow(thrown) ? 'slow' : 'away']++;
    else if (!(error instanceof ServiceError)) this.activity.unexpected++;
    return error;
  }

  private async retried<Result>(work: () => Promise<Result>): Promise<Result> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await work();
      } catch (error) {
        const again = isConflict(error) || isOutdated(error);
        if (!again || attempt === MAX_ATTEMPTS) throw this.failure(error);
        this.activity.retries++;
        if (isConflict(error)) await delay(Math.random() * 2 ** Math.min(attempt, 7));
      }
    }
  }
}

/** Asks again while the session that answers has an outdated statement; it then prepares the statement anew. */
async function prepared(ask: () => Promise<Answer>): Promise<Answer> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await ask();
    } catch (error) {
      if (!isOutdated(error) || attempt === MAX_ATTEMPTS) throw error;
    }
  }
}
