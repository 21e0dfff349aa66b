import pg from 'pg';
import type { ChangeRunner, Tx } from '../reader.js';
import { ServiceError } from '../../shared/errors/errors.js';
import { isConsequence, isLost, isTooSlow } from './database-errors.js';
import { whenTurnEnds } from './end-of-turn.js';
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
        if (!isConsequence(error)) failed ??= change;
        throw error;
      }
    };
    const together = (tx: Tx) => {
      const runner: ChangeRunner = { rows: (...args) => tx.rows(...args), run: (work) => work(tx) };
      return Promise.all(changes.map((change) => resultOf(runner, change)));
    };
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
    // After a lost connection, the transaction may be committed.
    const mayRunAgain =
      (error instanceof pg.DatabaseError || error instanceof ServiceError) && !isLost(error);
    if (!mayRunAgain || changes.length === 1) return rejectAll(changes, error);
    const at = changes.indexOf(failed);
    await this.commit(changes.slice(0, at));
    const later = changes.slice(at);
    if (isTooSlow(error)) {
      // Others of the row would wait as long again.
      rejectAll(
        later.filter(({ row }) => row === failed.row),
        error,
      );
      return this.commit(later.filter(({ row }) => row !== failed.row));
    }
    await this.commit(later.slice(0, 1));
    await this.commit(later.slice(1));
  }
}

function rejectAll(changes: readonly Change[], error: unknown): void {
  for (const { reject } of changes) reject(error);
}

/** All groups lock rows in the same order, so that two of them cause no deadlock. */
function byRow(one: Change, other: Change): number {
  return one.row < other.row ? -1 : Number(one.row > other.row);
}
