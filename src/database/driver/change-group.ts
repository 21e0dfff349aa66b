import pg from 'pg';
import type { ChangeRunner, TransactionSource } from '../change-runner.js';
import { AttemptAborted, ServiceError } from '../../shared/errors/errors.js';
import { isConflict, isConsequence, isLost, isTooSlow } from './database-errors.js';
import { whenTurnEnds } from './end-of-turn.js';
import type { OpenTransaction } from './open-transaction.js';
import type { Transactions } from './transactions.js';

interface Change {
  /** The name of the row that the change locks first. */
  readonly row: string;
  readonly runOn: (runner: ChangeRunner) => Promise<unknown>;
  readonly resolve: (result: never) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Changes on one connection. Those of one iteration of the event loop are one transaction, and so
 * are those that arrive while it runs: the commits were half of the processor time of many changes
 * of one account. The changes of a transaction run at once, so the locks of one do not hold off the
 * others. When the transaction fails, each change gets a result as if it had run alone.
 */
export class ChangeGroup {
  private readonly waiting: Change[] = [];
  private isRunning = false;

  constructor(private readonly transactions: Transactions) {}

  /** @param row of the changes that this runner gets */
  runnerFor(row: string): ChangeRunner {
    const add = <Result>(runOn: (runner: ChangeRunner) => Promise<Result>) =>
      new Promise<Result>((resolve, reject) => {
        this.waiting.push({ row, runOn, resolve, reject });
        if (!this.isRunning) void this.run();
      });
    return {
      rows: (statement, values) => add((runner) => runner.rows(statement, values)),
      run: (work) => add((runner) => runner.run(work)),
      request: (work) => add((runner) => runner.request(work)),
    };
  }

  private async run(): Promise<void> {
    this.isRunning = true;
    await new Promise<void>(whenTurnEnds);
    while (this.waiting.length > 0) await this.commit(this.waiting.splice(0).sort(byRow));
    this.isRunning = false;
  }

  private async commit(changes: readonly Change[]): Promise<void> {
    if (changes.length === 0) return;
    let failed: Change | undefined;
    const resultOf = async (runner: ChangeRunner, change: Change) => {
      try {
        return await change.runOn(runner);
      } catch (error) {
        if (!isOfAnother(error)) failed ??= change;
        throw error;
      }
    };
    const together = (tx: OpenTransaction) =>
      Promise.all(changes.map((change) => resultOf(partOf(tx), change)));
    try {
      const results =
        changes.length === 1
          ? [await resultOf(this.transactions, changes[0]!)]
          : await this.transactions.run(together);
      changes.forEach(({ resolve }, at) => resolve(results[at] as never));
    } catch (error) {
      await this.afterFailure(changes, failed ?? changes[0]!, error);
    }
  }

  /** Runs the other changes again. The failed one runs alone, because its failure may be theirs. */
  private async afterFailure(changes: readonly Change[], failed: Change, error: unknown): Promise<void> {
    if (changes.length === 1 || !isRolledBack(error)) return rejectAll(changes, error);
    const at = changes.indexOf(failed);
    await this.commit(changes.slice(0, at));
    const later = changes.slice(at);
    // Others of the row would wait for its lock as long again.
    const hasWaited = ({ row }: Change) => row === failed.row && isTooSlow(error) && !isConflict(error);
    rejectAll(later.filter(hasWaited), error);
    const again = later.filter((change) => !hasWaited(change));
    await this.commit(again.filter((change) => change !== failed));
    await this.commit(again.filter((change) => change === failed));
  }
}

/** Whether another change of the transaction has failed before. */
function isOfAnother(error: unknown): boolean {
  return isConsequence(error) || (error instanceof AttemptAborted && !error.isRefused);
}

const ROLLED_BACK = [pg.DatabaseError, ServiceError, AttemptAborted];

/** After a lost connection, the transaction may be committed. */
function isRolledBack(error: unknown): boolean {
  return ROLLED_BACK.some((kind) => error instanceof kind) && !isLost(error);
}

/** Runs changes in a transaction that commits when all of them have ended. */
function partOf(transaction: OpenTransaction): ChangeRunner {
  return {
    rows: (statement, values) => transaction.rows(statement, values),
    run: (work) => work(transaction),
    request: (work) => work(sourceOf(transaction)),
  };
}

/** Gives a request the transaction once, because it can't roll back its own part of it. */
function sourceOf(transaction: OpenTransaction): TransactionSource {
  let isOpened = false;
  return {
    isShared: true,
    open: () => {
      if (isOpened) return Promise.reject(new AttemptAborted());
      isOpened = true;
      return Promise.resolve(transaction);
    },
    commit: (_, last) => Promise.resolve(last?.(transaction)),
    rollback: (_, thrown) => Promise.resolve(thrown),
  };
}

function rejectAll(changes: readonly Change[], error: unknown): void {
  for (const { reject } of changes) reject(error);
}

/** All groups lock rows in the same order, so that two of them cause no deadlock. */
function byRow(one: Change, other: Change): number {
  return one.row < other.row ? -1 : Number(one.row > other.row);
}
