import { AsyncLocalStorage } from 'node:async_hooks';
import type { OwnTransaction, RequestTerms, Tx } from '../reader.js';
import { RequestTransaction } from './request-transaction.js';
import type { Transactions } from './transactions.js';

type Work<Result> = (tx: Tx) => Promise<Result>;

/** How `Database` runs work: with its errors translated, and again after a conflict. */
export interface Running {
  readonly answered: <Result>(answer: Promise<Result>) => Promise<Result>;
  readonly retried: <Result>(work: () => Promise<Result>) => Promise<Result>;
}

/**
 * The request that the running code carries out. Only few requests have one transaction for all that they change (D-230 to
 * D-232); without one, each change is a transaction by itself.
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

  /** Whether all of the request will be undone: then nothing may leave the process (D-232). */
  get isDry(): boolean {
    return this.transaction?.isDry === true;
  }

  /** Whether the request's own transaction is open, with its connection and locks. */
  get holdsTransaction(): boolean {
    return this.transaction?.open !== undefined;
  }

  /** Notes what the events say that the request has recorded. */
  noteActions(actions: readonly string[]): void {
    this.transaction?.actions.push(...actions);
  }

  /** Runs a request whose changes all join one transaction. What `work` does not commit is undone. */
  inOne<Result>(
    terms: RequestTerms,
    work: (transaction: OwnTransaction) => Promise<Result>,
  ): Promise<Result> {
    const request = new RequestTransaction(this.transactions, terms);
    return this.how.answered(this.within(request, () => work(request)));
  }

  /**
   * A transaction that must commit before the request calls another system. A dry run, which calls none,
   * undoes it too.
   */
  beforehand<Result>(work: Work<Result>): Promise<Result> {
    const { transaction } = this;
    return this.how.retried(() => {
      if (!transaction) return this.transactions.run(work);
      return transaction.isDry ? transaction.change(work) : transaction.beforehand(work);
    });
  }

  /**
   * A transaction for what never belongs to the request's own, such as counting the request. It comes before the request's
   * changes, because nothing waits for another connection while it holds one.
   */
  separately<Result>(work: Work<Result>): Promise<Result> {
    this.transaction?.requireNothingHeld();
    return this.how.retried(() => this.transactions.run(work));
  }

  /**
   * For what leaves the database, such as a file to delete: it runs once the change is committed, which may be when the
   * request is answered, and never in a dry run.
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
      // While it is on, Node may have to watch every promise of every request.
      if (--this.running === 0) this.storage.disable();
    }
  }
}
