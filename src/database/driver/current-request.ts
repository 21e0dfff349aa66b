import { AsyncLocalStorage } from 'node:async_hooks';
import type { ChangeRunner } from '../change-runner.js';
import type { OwnTransaction, RequestTerms, Tx, Values } from '../reader.js';
import type { Command } from '../statement.js';
import { RequestTransaction } from './request-transaction.js';
import type { Transactions } from './transactions.js';

type Work<Result> = (tx: Tx) => Promise<Result>;

/** The functions of `Database` that translate errors, and retry after a conflict. */
interface Running {
  readonly answered: <Result>(answer: Promise<Result>) => Promise<Result>;
  readonly retried: <Result>(work: () => Promise<Result>) => Promise<Result>;
}

/**
 * The request that the running code serves. Only few requests have one transaction for all their
 * changes (D-230 to D-232). In other requests, each change is a transaction by itself.
 */
export class CurrentRequest {
  private readonly storage = new AsyncLocalStorage<RequestTransaction>();
  private running = 0;

  constructor(
    private readonly transactions: Transactions,
    private readonly how: Running,
  ) {}

  get transaction(): RequestTransaction | undefined {
    return this.storage.getStore();
  }

  /**
   * Whether the request is a dry run, which rolls back and must not call another system (D-232).
   */
  get isDry(): boolean {
    return this.transaction?.isDry === true;
  }

  /** Whether the request's transaction is open and holds its connection and locks. */
  get holdsTransaction(): boolean {
    return this.transaction?.open !== undefined;
  }

  /** Collects the actions of the events that the request records. */
  noteActions(actions: readonly string[]): void {
    this.transaction?.actions.push(...actions);
  }

  /**
   * Runs a request whose changes all join one transaction. Rolls back changes that `work` does not
   * commit.
   */
  inOne<Result>(
    terms: RequestTerms,
    work: (transaction: OwnTransaction) => Promise<Result>,
    runner: ChangeRunner = this.transactions,
  ): Promise<Result> {
    const run = async () => {
      const [result, transaction] = await runner.request(async (source) => {
        const transaction = new RequestTransaction(source, terms);
        return [await this.within(transaction, () => work(transaction)), transaction] as const;
      });
      await transaction.finish();
      return result;
    };
    return this.how.answered(run());
  }

  /**
   * Runs a transaction that must commit before the request calls another system. A dry run calls
   * none, and rolls it back, too.
   */
  beforehand<Result>(work: Work<Result>): Promise<Result> {
    const { transaction } = this;
    return this.how.retried(() => {
      if (!transaction) return this.transactions.run(work);
      return transaction.isDry ? transaction.change(work) : transaction.beforehand(work);
    });
  }

  /**
   * Runs a transaction that is never part of the request's transaction, such as counting the
   * request. It must come before the request's changes, because no code waits for a second
   * connection while it holds one.
   */
  separately<Result>(work: Work<Result>): Promise<Result> {
    this.requireNothingHeld();
    return this.how.retried(() => this.transactions.run(work));
  }

  /**
   * As `separately`, for a change of one statement, which may count several requests. The caller
   * checks each of them by `requireNothingHeld`.
   */
  apart<Row>(statement: Command<Row>, values: Values): Promise<Row[]> {
    return this.how.retried(() => this.transactions.rows(statement, values));
  }

  /** @throws Error when the request holds a transaction, with a connection and locks (D-274) */
  requireNothingHeld(): void {
    this.transaction?.requireNothingHeld();
  }

  /**
   * Runs `work`, which has an effect outside the database, such as deleting a file, after the
   * change is committed. In a request with one transaction, that is at its end. A dry run never
   * runs it.
   */
  async whenCommitted(work: () => Promise<void>): Promise<void> {
    if (this.transaction) this.transaction.whenCommitted(work);
    else await work();
  }

  private async within<Result>(
    transaction: RequestTransaction,
    work: () => Promise<Result>,
  ): Promise<Result> {
    this.running++;
    try {
      return await this.storage.run(transaction, work);
    } finally {
      await transaction.rollback();
      // While the storage is enabled, Node may have to track every promise of every request.
      if (--this.running === 0) this.storage.disable();
    }
  }
}
