import { AttemptAborted } from '../../shared/errors/errors.js';
import type { FirstStatement, OwnTransaction, RequestTerms, Tx } from '../reader.js';
import { isConflict, isLockTimeout, isOutdated, isViolation, refusalOf } from './database-errors.js';
import type { OpenTransaction } from './open-transaction.js';
import type { HeldTransaction, Transactions } from './transactions.js';

/**
 * The one transaction of a request. It begins with the request's first change; from then on all changes and reads of the
 * request join it. It ends when the answer is known. A change that fails ends it: a refused request changes nothing.
 */
export class RequestTransaction implements OwnTransaction {
  readonly actions: string[] = [];
  isRefused = false;
  needsRetry = false;
  private held: HeldTransaction | undefined;
  private first: FirstStatement | undefined;
  private firstFailure: unknown;
  /** Whether the first statement is committed already. */
  private isLeased = false;
  private changes = 0;
  private isPrepared = false;
  /** Why changes that had succeeded are undone: nothing may follow them. */
  private failure: unknown;
  private readonly afterCommit: (() => Promise<void>)[] = [];

  constructor(
    private readonly transactions: Transactions,
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

  async prepare(): Promise<void> {
    if (this.isPrepared) return;
    this.isPrepared = true;
    await this.terms.before?.();
  }

  async change<Result>(work: (tx: OpenTransaction) => Promise<Result>): Promise<Result> {
    await this.prepare();
    const tx = await this.begun('transaction');
    try {
      const result = await work(tx);
      await tx.settle();
      this.changes++;
      return result;
    } catch (thrown) {
      throw await this.undone(thrown);
    }
  }

  /** Runs `work` in a transaction of its own that commits at once, behind the request's first statement. */
  async beforehand<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result> {
    this.requireNothingHeld();
    const tx = await this.begun('lease');
    try {
      const result = await work(tx);
      await this.held!.commit();
      this.held = undefined;
      this.isLeased = true;
      return result;
    } catch (thrown) {
      throw await this.undone(thrown);
    }
  }

  /** @throws Error when the request would wait for something else while it holds a connection and its locks (D-274) */
  requireNothingHeld(): void {
    if (this.held) throw new Error('The request waits for something else while it holds a transaction');
  }

  /** Runs `work` once all is committed; never when all is undone. */
  whenCommitted(work: () => Promise<void>): void {
    this.afterCommit.push(work);
  }

  /** @param last what it does before, in the same round trip; it fails with it */
  async commit(last?: (tx: Tx) => void): Promise<void> {
    if (last) await this.begun('transaction');
    this.requireWhole();
    try {
      await this.held?.commit(last);
    } catch (thrown) {
      // The answer that is made goes with what is undone.
      this.changes++;
      throw await this.undone(thrown);
    }
    this.held = undefined;
    for (const work of this.afterCommit.splice(0)) await work();
  }

  async rollback(): Promise<void> {
    const { held } = this;
    this.held = undefined;
    await held?.rollback();
  }

  /** The first change can run again alone. A later one can't: those before it are undone, too. */
  private async undone(thrown: unknown): Promise<unknown> {
    const { held, changes } = this;
    if (!held) return thrown;
    this.held = undefined;
    const cause = await held.rollback(thrown);
    const { first, firstFailure } = this;
    const error = (first && refusalOf(firstFailure, first.refusals)) ?? firstFailure ?? cause;
    this.isRefused ||= this.isKeyTaken;
    if (changes > 0) {
      this.failure = error;
      this.needsRetry ||= isConflict(error) || isOutdated(error);
    }
    this.actions.length = 0;
    this.isPrepared = false;
    return this.endsHere ? new AttemptAborted() : error;
  }

  private async begun(keeps: 'transaction' | 'lease'): Promise<OpenTransaction> {
    this.requireWhole();
    if (this.held) return this.held.tx;
    this.first = this.isLeased ? undefined : this.terms.first?.(keeps);
    this.firstFailure = undefined;
    const { tx } = (this.held = await this.transactions.open());
    // Not awaited: when it fails, PostgreSQL refuses what comes behind it.
    if (this.first)
      tx.rows(this.first.statement, this.first.values).catch((error: unknown) => (this.firstFailure = error));
    return tx;
  }

  /** @throws the failure that has undone a part of the request */
  private requireWhole(): void {
    if (this.endsHere) throw new AttemptAborted();
    if (this.failure !== undefined) throw this.failure;
  }

  private get endsHere(): boolean {
    return this.needsRetry || this.isRefused;
  }

  /** Whether the first statement found the key taken, or timed out on the transaction that holds it. */
  private get isKeyTaken(): boolean {
    const { first, firstFailure } = this;
    return first !== undefined && (isViolation(firstFailure, first.rule) || isLockTimeout(firstFailure));
  }
}
