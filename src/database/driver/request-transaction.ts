import { AttemptAborted } from '../../shared/errors/errors.js';
import type { TransactionSource } from '../change-runner.js';
import type { FirstStatement, OwnTransaction, RequestTerms, Tx } from '../reader.js';
import {
  isConflict,
  isConsequence,
  isLockTimeout,
  isOutdated,
  isViolation,
  refusalOf,
} from './database-errors.js';
import type { OpenTransaction } from './open-transaction.js';

/**
 * The one transaction of a request. It begins with the request's first change, and all later
 * changes and reads of the request join it. It ends when the response is known. A failed change
 * rolls it back, so that a refused request changes nothing.
 */
export class RequestTransaction implements OwnTransaction {
  readonly actions: string[] = [];
  /** Whether the first statement has refused the request, which rolled everything back. */
  private isRefused = false;
  private isCommitted = false;
  private held: OpenTransaction | undefined;
  /**
   * Whether a conflict with another transaction has rolled back earlier changes, so that the
   * request must run again from its start.
   */
  private needsRetry = false;
  private first: FirstStatement | undefined;
  private firstFailure: unknown;
  /** Whether the first statement has been committed. */
  private isLeased = false;
  private changes = 0;
  private isPrepared = false;
  /** The failure that rolled back earlier changes. No change may follow it. */
  private failure: unknown;
  private readonly afterCommit: (() => Promise<void>)[] = [];

  constructor(
    private readonly source: TransactionSource,
    private readonly terms: RequestTerms,
  ) {}

  get isDry(): boolean {
    return this.terms.isDry;
  }

  /** The transaction that reads join; undefined before the first change. */
  get open(): OpenTransaction | undefined {
    return this.held?.hasBegun ? this.held : undefined;
  }

  async prepare(): Promise<void> {
    if (this.isPrepared) return;
    this.isPrepared = true;
    await this.terms.before?.();
    // It only locks and reads, so a first change that fails after it can still run again alone.
    this.changes = 0;
  }

  async change<Result>(work: (tx: OpenTransaction) => Promise<Result>): Promise<Result> {
    await this.prepare();
    const tx = await this.begun('transaction');
    try {
      const result = await work(tx);
      await tx.awaitSent();
      this.changes++;
      return result;
    } catch (thrown) {
      throw await this.undone(thrown);
    }
  }

  /** Runs the request's first statement and `work` in a transaction that commits at once. */
  async beforehand<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result> {
    this.requireNothingHeld();
    const tx = await this.begun('lease');
    try {
      const result = await work(tx);
      await this.source.commit(this.held!);
      this.held = undefined;
      this.isLeased = true;
      this.first?.leased();
      return result;
    } catch (thrown) {
      throw await this.undone(thrown);
    }
  }

  /**
   * @throws Error when the request holds a transaction, with a connection and locks, and would wait
   * for something else (D-274)
   */
  requireNothingHeld(): void {
    if (this.held) throw new Error('The request waits for something else while it holds a transaction');
  }

  /** Runs `work` after the commit; never after a rollback. */
  whenCommitted(work: () => Promise<void>): void {
    this.afterCommit.push(work);
  }

  /** @param last runs before the COMMIT, in the same round trip; when it fails, the commit fails */
  async commit(last?: (tx: Tx) => void): Promise<void> {
    if (last) await this.begun('transaction');
    this.requireUsable();
    try {
      if (this.held) await this.source.commit(this.held, last);
    } catch (thrown) {
      // The response that is made is invalid after the rollback, so the request must not end with
      // it.
      this.changes++;
      throw await this.undone(thrown);
    }
    this.held = undefined;
    this.isCommitted = true;
  }

  /** Runs what waits for the commit. */
  async finish(): Promise<void> {
    if (this.isCommitted) for (const work of this.afterCommit) await work();
  }

  async rollback(): Promise<void> {
    const { held } = this;
    this.held = undefined;
    if (held) await this.source.rollback(held);
  }

  /**
   * Rolls back. The first change can run again alone. A later change can't, because the rollback
   * includes those before it.
   */
  private async undone(thrown: unknown): Promise<unknown> {
    const { held, changes } = this;
    if (!held) return thrown;
    this.held = undefined;
    const cause = await this.source.rollback(held, thrown);
    const { first, firstFailure } = this;
    const error = (first && refusalOf(firstFailure, first.refusals)) ?? firstFailure ?? cause;
    this.isRefused ||= this.isKeyTaken;
    if (changes > 0) {
      this.failure = error;
      this.needsRetry ||= isConflict(error) || isOutdated(error);
    }
    this.actions.length = 0;
    this.isPrepared = false;
    // Only in a shared transaction, after the failure of another request's change.
    const isAborted = this.isAborted || isConsequence(error);
    return isAborted ? new AttemptAborted(this.isRefused) : error;
  }

  private async begun(keeps: 'transaction' | 'lease'): Promise<OpenTransaction> {
    this.requireUsable();
    if (this.held) return this.held;
    this.first = this.isLeased ? undefined : this.terms.first?.(keeps, this.source.isShared);
    this.firstFailure = undefined;
    const tx = (this.held = await this.source.open());
    // Not awaited: when it fails, PostgreSQL refuses the later statements of the transaction.
    if (this.first)
      tx.rows(this.first.statement, this.first.values).catch((error: unknown) => (this.firstFailure = error));
    return tx;
  }

  /** @throws the failure that rolled back a part of the request */
  private requireUsable(): void {
    if (this.isAborted) throw new AttemptAborted(this.isRefused);
    if (this.failure !== undefined) throw this.failure;
  }

  private get isAborted(): boolean {
    return this.needsRetry || this.isRefused;
  }

  /**
   * Whether another request has the key: the first statement found it, or timed out on the
   * transaction that inserts it.
   */
  private get isKeyTaken(): boolean {
    const { first, firstFailure } = this;
    return first !== undefined && (isViolation(firstFailure, first.rule) || isLockTimeout(firstFailure));
  }
}
