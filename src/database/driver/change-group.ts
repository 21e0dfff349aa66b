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
    if (changes.length === 0) return;
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
      const rows =
        changes.length === 1
          ? [await rowsOf(this.transactions, changes[0]!)]
          : await this.transactions.run((tx) => Promise.all(changes.map((change) => rowsOf(tx, change))));
      changes.forEach(({ resolve }, at) => resolve(rows[at]!));
    } catch (error) {
      await this.afterFailure(changes, failed ?? changes[0]!, error);
    }
  }

  /** Runs the other changes again. The failed one runs alone, because its failure may be theirs. */
  private async afterFailure(changes: readonly Change[], failed: Change, error: unknown): Promise<void> {
    // After a lost connection, the transaction may be committed.
    const mayRunAgain = error instanceof pg.DatabaseError && !isLost(error);
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
