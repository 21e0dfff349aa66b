import { setTimeout as delay } from 'node:timers/promises';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { ObjectLiteral } from 'typeorm';
import { AttemptAborted, ServiceError, Unavailable } from '../shared/errors/errors.js';
import type { Turns } from '../shared/limits/turns.js';
import type { UnreadAnswers } from '../shared/limits/unread-answers.js';
import { CONSTRAINTS, type ConstraintErrors } from './constraints.js';
import { ChangeGroup } from './driver/change-group.js';
import { Wire } from './driver/wire.js';
import { EntitySource, Repositories, type RunText } from './driver/entity-source.js';
import { isConflict, isOutdated, isTooSlow, translated } from './driver/database-errors.js';
import { CurrentRequest } from './driver/current-request.js';
import type { OpenTransaction } from './driver/open-transaction.js';
import { Reads } from './driver/reads.js';
import type { ChangeRunner } from './change-runner.js';
import type { EntityClass, Reader, ReadRepository, Run, Tx, Values } from './reader.js';
import { CONNECTION_OPTIONS, createPool, type ConnectionOptions } from './driver/session.js';
import { Transactions } from './driver/transactions.js';
import type { Command, Query } from './statement.js';

const MAX_ATTEMPTS = 24;

/** The service's access to PostgreSQL. Only `transaction` and `change` write. */
@Injectable()
export class Database implements Reader, OnApplicationShutdown {
  /** Counts since the start, for the metrics. */
  readonly activity = { committed: 0, rolledBack: 0, retries: 0, away: 0, slow: 0, unexpected: 0 };
  /** The state of the request that the running code serves. */
  readonly request: CurrentRequest;
  private readonly changes: Transactions;
  private readonly reads: Reads;
  private readonly wire: Wire;
  private readonly repositories: Repositories;

  constructor(
    @Inject(CONNECTION_OPTIONS) options: ConnectionOptions,
    @Inject(CONSTRAINTS) private readonly constraints: ConstraintErrors,
    private readonly entities: EntitySource,
  ) {
    this.wire = new Wire(options.databasePooler === 'none');
    this.reads = new Reads(options, this.wire);
    const runText: RunText = (text, values) => {
      const { joined } = this;
      const query = () => this.wire.text(text, values);
      return this.answered(joined ? joined.ask(query()) : this.reads.askText(query));
    };
    this.repositories = new Repositories(() => entities.managerOn(runText, { inTransaction: false }));
    const pool = createPool(options, Math.max(1, options.databasePool - this.reads.connections));
    this.changes = new Transactions(pool, this.wire, entities, options, this.activity);
    this.request = new CurrentRequest(this.changes, {
      answered: (answer) => this.answered(answer),
      retried: (work) => this.retried(work),
    });
  }

  async rows<Row>(statement: Query<Row>, values: Values = []): Promise<Row[]> {
    const { joined } = this;
    const answer = joined
      ? joined.ask(this.wire.statement(statement, values))
      : this.reads.ask(statement, values);
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
   * Reads from a standby if there is one (`DATABASE_READ_URL`), whose rows may be old. For events,
   * logins and other history; never for a decision on access or on a change.
   */
  readonly history: Reader = {
    rows: async (statement, values = []) => {
      if (this.joined) return this.rows(statement, values);
      return (await this.answered(this.reads.askStandby(statement, values))).rows as never[];
    },
    row: async (statement, values) => (await this.history.rows(statement, values))[0],
    repository: (entity) => this.repository(entity),
  };

  /** The turns of lists with a filter or an order. */
  get listTurns(): Turns {
    return this.reads.turns;
  }

  /** The memory limit of unread responses. While it is reached, the service reads no list. */
  get unreadAnswers(): UnreadAnswers {
    return this.reads.unreadAnswers;
  }

  /**
   * Runs `work` in one transaction. Commits when `work` resolves, and rolls back when it throws.
   * After a serialization failure or a deadlock, `work` runs again from its start, so it must have
   * no effects outside the database.
   * @param runner the caller's `changes`, for an endpoint that shares turns. The transaction may
   * then include other changes.
   */
  transaction<Result>(
    work: (tx: Tx) => Promise<Result>,
    runner: ChangeRunner = this.changes,
  ): Promise<Result> {
    const { transaction } = this.request;
    return this.retried(() => (transaction ? transaction.change(work) : runner.run(work)));
  }

  /**
   * Runs a change of one statement, which is a transaction by itself: one round trip. `work` reads,
   * decides, and gives the statement to `run`. When the row has changed since it was read
   * (`changedOrStale`), `work` runs again from its start, as after any conflict.
   * @param runner as for `transaction`
   */
  change<Result>(work: (run: Run) => Promise<Result>, runner: ChangeRunner = this.changes): Promise<Result> {
    const { transaction } = this.request;
    if (transaction)
      return this.retried(() => transaction.change((tx) => work(once((...args) => tx.row(...args)))));
    return this.retried(() => work(once(async (...args) => (await runner.rows(...args))[0])));
  }

  /** Makes the group of the changes that share a turn (D-284). */
  changeGroup(): ChangeGroup {
    return new ChangeGroup(this.changes);
  }

  /**
   * Counts the present connections. `open` includes idle ones; `waiting` counts changes that wait
   * for a connection. Dedicated queries have one connection more.
   */
  connections() {
    const { totalCount: open, idleCount: idle, waitingCount: waiting, options } = this.changes.pool;
    return { open, idle, waiting, max: options.max, ...this.reads.counts() };
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([this.changes.pool.end(), this.reads.end()]);
  }

  /** The request's open transaction, which its reads join after its first change. */
  private get joined(): OpenTransaction | undefined {
    return this.request.transaction?.open;
  }

  private async answered<T>(answer: Promise<T>): Promise<T> {
    try {
      return await answer;
    } catch (error) {
      throw this.failure(error);
    }
  }

  /**
   * The service's error for a thrown one. Counts failures of the database, but not the service's
   * own refusals.
   */
  private failure(thrown: unknown): unknown {
    if (thrown instanceof AttemptAborted) return thrown;
    const error = translated(thrown, this.constraints);
    // A thrown `Unavailable` has been counted already, or does not come from the database.
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

/** @throws Error at the second statement, because two statements are not one transaction */
function once(row: (statement: Command<unknown>, values: Values) => Promise<unknown>): Run {
  let hasRun = false;
  return (statement, values) => {
    if (hasRun) throw new Error('A change is one statement');
    hasRun = true;
    return row(statement, values) as Promise<never>;
  };
}
