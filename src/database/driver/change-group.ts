import pg from 'pg';
import type { ChangeRunner, Values } from '../reader.js';
import type { Command } from '../statement.js';
import { isLost, isTooSlow } from './database-errors.js';
import { whenTurnEnds } from './end-of-turn.js';
import type { Transactions } from './transactions.js';

interface Change {
  /** The name of the row that the statement locks first. */
  readonly row: string;
  readonly statement: Command<unknown>;
  readonly values: Values;
  readonly resolve: (rows: never[]) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Changes of one statement each, on one connection. Those of one iteration of the event loop are
 * one transaction, and so are those that arrive while it runs: the commits were half of the
 * processor time of many changes of one account. When the transaction fails, each change gets a
 * result as if it had run alone.
 */
export class ChangeGroup {
  private readonly waiting: Change[] = [];
  private isRunning = false;

  constructor(private readonly transactions: Transactions) {}

  /** @param row of the statements that this runner gets */
  runnerFor(row: string): ChangeRunner {
    return {
      rows: (statement, values) =>
        new Promise((resolve, reject) => {
          this.waiting.push({ row, statement, values, resolve, reject });
          if (!this.isRunning) void this.run();
        }),
    };
  }

  private async run(): Promise<void> {
    this.isRunning = true;
    await new Promise<void>(whenTurnEnds);
    while (this.waiting.length > 0) await this.commit(this.waiting.splice(0).sort(byRow));
    this.isRunning = false;
  }

  private async commit(changes: readonly Change[]): Promise<void> {
    let failed: Change | undefined;
    const rowsOf = async (runner: ChangeRunner, change: Change) => {
      try {
        return (await runner.rows(change.statement, change.values)) as never[];
      } catch (error) {
        failed ??= change;
        throw error;
      }
    };
    try {
      const [only, ...others] = changes;
      const rows =
        others.length === 0
          ? [await rowsOf(this.transactions, only!)]
          : await this.transactions.run((tx) => Promise.all(changes.map((change) => rowsOf(tx, change))));
      changes.forEach(({ resolve }, at) => resolve(rows[at]!));
    } catch (error) {
      await this.afterFailure(changes, failed, error);
    }
  }

  /** Nothing is committed, unless the connection broke during the COMMIT. */
  private async afterFailure(
    changes: readonly Change[],
    failed: Change | undefined,
    error: unknown,
  ): Promise<void> {
    const mayRunAgain = error instanceof pg.DatabaseError && !isLost(error);
    // Others of the row would wait as long again.
    const ended = isTooSlow(error) && failed ? changes.filter(({ row }) => row === failed.row) : [];
    if (!mayRunAgain || changes.length === 1) {
      for (const { reject } of changes) reject(error);
    } else if (ended.length > 0) {
      for (const { reject } of ended) reject(error);
      const others = changes.filter((change) => !ended.includes(change));
      if (others.length > 0) await this.commit(others);
    } else {
      const middle = changes.length >> 1;
      await this.commit(changes.slice(0, middle));
      await this.commit(changes.slice(middle));
    }
  }
}

/** All groups lock rows in the same order, so that two of them cause no deadlock. */
function byRow(one: Change, other: Change): number {
  return one.row < other.row ? -1 : Number(one.row > other.row);
}
