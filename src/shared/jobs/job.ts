import type { Database } from '../../database/database.js';
import type { Tx } from '../../database/reader.js';

/** Work that nobody waits for: idempotent, bounded, safe on every replica at once, and free to die at any point. */
export interface Job {
  readonly name: string;
  /** How often it looks for work. */
  readonly everySeconds: number;
  /** @returns what was done (ids, or how many), for the log. */
  run(): Promise<readonly unknown[] | number>;
}

const BATCH = 500;

/**
 * Removes in batches what time has ended already, a short transaction each.
 * @param tidy removes at most `limit` and tells how many.
 */
export async function tidyAll(
  database: Database,
  tidy: (tx: Tx, limit: number) => Promise<number>,
): Promise<number> {
  for (let total = 0; ;) {
    const removed = await database.transaction((tx) => tidy(tx, BATCH));
    total += removed;
    if (removed < BATCH) return total;
  }
}
