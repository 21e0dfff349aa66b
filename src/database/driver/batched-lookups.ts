import { whenTurnEnds } from './end-of-turn.js';
import type { Query } from '../statement.js';
import type { Answer } from './wire-query.js';

/** Where a row of a batched look-up belongs: the position, from 1, of its key in `$1`. */
export interface KeyedRow {
  readonly position: number;
}

interface Waiting {
  readonly resolve: (row: unknown) => void;
  readonly reject: (error: unknown) => void;
}

interface Batch {
  readonly keys: Buffer[];
  readonly waiting: Waiting[];
}

/**
 * Look-ups of one row by one key: those of one turn of the event loop, of however many requests, are one statement.
 * Nothing is kept for the next turn.
 */
export class BatchedLookups {
  private readonly batches = new Map<Query<KeyedRow>, Batch>();

  constructor(
    private readonly query: (statement: Query<KeyedRow>, keys: readonly Buffer[]) => Promise<Answer>,
  ) {}

  /** @param statement finds the rows of the keys in `$1`, an array, each with its `position`. */
  find<Row extends KeyedRow>(statement: Query<Row>, key: Buffer): Promise<Row | undefined> {
    let batch = this.batches.get(statement);
    if (!batch) {
      this.batches.set(statement, (batch = { keys: [], waiting: [] }));
      whenTurnEnds(() => void this.run(statement));
    }
    batch.keys.push(key);
    const { waiting } = batch;
    return new Promise<unknown>((resolve, reject) => waiting.push({ resolve, reject })) as Promise<
      Row | undefined
    >;
  }

  private async run(statement: Query<KeyedRow>): Promise<void> {
    const { keys, waiting } = this.batches.get(statement)!;
    this.batches.delete(statement);
    try {
      const rows = (await this.query(statement, keys)).rows as KeyedRow[];
      const found = new Map(rows.map((row) => [row.position, row]));
      waiting.forEach(({ resolve }, index) => resolve(found.get(index + 1)));
    } catch (error) {
      for (const { reject } of waiting) reject(error);
    }
  }
}
