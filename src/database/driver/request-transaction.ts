import { Interruption } from '../../shared/errors/errors.js';
import type { Batch, Commit, FirstStatement, OwnTransaction, RequestTerms, Tx } from '../reader.js';
import { isConflict, isLost, isOutdated, isViolation } from './database-errors.js';
import type { OpenTransaction } from './open-transaction.js';
import type { HeldTransaction, Transactions } from './transactions.js';

/** Longer than a text message takes to be accepted, or refused. */
const WAIT_SECONDS = 20;

/**
 * The one transaction of a request. It begins with the first change of the request; from then on all changes and reads
 * of the request join it, and it ends when the request is answered. A change that fails is undone alone, as it would be
 * in a transaction of its own.
 */
export class RequestTransaction implements OwnTransaction {
  /** What the events say that the request has recorded. */
  readonly actions: string[] = [];
  /** A conflict with another transaction: the whole request must run again. */
  hasConflict = false;
  isRefused = false;
  private held: HeldTransaction | undefined;
  private first: FirstStatement | undefined;
  private changes = 0;
  private readonly afterCommit: (() => Promise<void>)[] = [];

  /** @param apart for what lasts when this one is undone; no connection of it waits for one of `transactions` */
  constructor(
    private readonly transactions: Transactions,
    private readonly apart: Transactions,
    private readonly terms: RequestTerms,
  ) {}

  get isDry(): boolean {
    return this.terms.isDry;
  }

  /** What reads join: undefined before the first change. */
  get open(): OpenTransaction | undefined {
    const tx = this.held?.tx;
    return tx?.hasBegun ? tx : undefined;
  }

  change<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result> {
    return this.part(work);
  }

  optimistic<Result>(work: (commit: Commit) => Promise<Result>): Promise<Result> {
    return this.part((tx) => work((fill) => tx.batch(fill)));
  }

  /** Begins the transaction, behind its first statement; it may then do nothing while the request waits for another system. */
  async wait(): Promise<void> {
    const tx = await this.begun();
    try {
      await tx.control(`SET LOCAL idle_in_transaction_session_timeout = '${WAIT_SECONDS}s'`);
    } catch (thrown) {
      throw await this.undone(thrown, true);
    }
  }

  /** Runs `work` once all is committed; never when all is undone. */
  whenCommitted(work: () => Promise<void>): void {
    this.afterCommit.push(work);
  }

  /** @param last what it does before, in the same round trip; it fails with it */
  async commit(last?: (batch: Batch) => void): Promise<void> {
    if (last) await this.begun();
    if (this.held) await this.ended(this.held.commit(last));
    this.held = undefined;
    for (const work of this.afterCommit.splice(0)) await work();
  }

  async rollback(): Promise<void> {
    const { held } = this;
    this.held = undefined;
    await held?.rollback();
  }

  private async part<Result>(work: (tx: OpenTransaction) => Promise<Result>): Promise<Result> {
    const tx = await this.begun();
    const recorded = this.actions.length;
    const isFirst = this.changes === 0;
    if (!isFirst) await tx.control('SAVEPOINT change');
    try {
      const result = await work(tx);
      await tx.settle();
      this.changes++;
      return result;
    } catch (thrown) {
      this.actions.length = recorded;
      throw await this.undone(thrown, isFirst);
    }
  }

  /** Nothing is lost of the changes before it. @returns what the change failed by */
  private async undone(thrown: unknown, isFirst: boolean): Promise<unknown> {
    const { held } = this;
    if (!held) return thrown;
    const error = await held.tx.causeOf(thrown);
    this.isRefused ||= this.first !== undefined && isViolation(error, this.first.rule);
    this.hasConflict ||= isConflict(error) || isOutdated(error);
    if (isFirst || this.endsHere || isLost(error)) {
      this.held = undefined;
      await held.rollback(error);
    } else await held.tx.control('ROLLBACK TO change');
    return this.endsHere ? new Interruption() : error;
  }

  private async begun(): Promise<OpenTransaction> {
    if (this.endsHere) throw new Interruption();
    if (this.held) return this.held.tx;
    this.changes = 0;
    this.first = this.terms.first?.();
    this.held = await this.transactions.open(this.first);
    if (this.isDry) this.held.tx.apart = this.apart;
    return this.held.tx;
  }

  private get endsHere(): boolean {
    return this.hasConflict || this.isRefused;
  }

  private async ended(commit: Promise<void>): Promise<void> {
    try {
      await commit;
    } catch (thrown) {
      throw await this.undone(thrown, true);
    }
  }
}
