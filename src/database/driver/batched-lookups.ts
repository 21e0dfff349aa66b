import { whenTurnEnds } from './end-of-turn.js';
import type { Values } from '../reader.js';
import { KEY_POSITION, type Query } from '../statement.js';
import type { Answer } from './wire.js';

interface Waiting {
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

interface Batch {
  readonly keys: Values[];
  readonly waiting: Waiting[];
}

/**
 * Looks up one row by one key. All look-ups of one iteration of the event loop, from any number of
 * requests, are sent as one statement. There is no cache.
 */
export class BatchedLookups {
  private readonly batches = new Map<Query<unknown>, Batch>();

  constructor(
    private readonly query: (statement: Query<unknown>, keys: readonly Values[]) => Promise<Answer>,
  ) {}

  /** @param statement a `keyedQuery` */
  find(statement: Query<unknown>, key: Values): Promise<Answer> {
    let batch = this.batches.get(statement);
    if (!batch) {
      this.batches.set(statement, (batch = { keys: [], waiting: [] }));
      whenTurnEnds(() => void this.run(statement));
    }
    batch.keys.push(key);
    const { waiting } = batch;
    return new Promise((resolve, reject) => waiting.push({ resolve, reject }));
  }

  private async run(statement: Query<unknown>): Promise<void> {
    const { keys, waiting } = this.batches.get(statement)!;
    this.batches.delete(statement);
    try {
      const answer = await this.query(statement, keys);
      const found = rowsByPosition(answer);
      waiting.forEach(({ resolve }, index) => {
        const row = found.get(index + 1);
        resolve({ ...answer, rows: row ? [row] : [] });
      });
    } catch (error) {
      for (const { reject } of waiting) reject(error);
    }
  }
}

function rowsByPosition({ rows }: Answer): Map<unknown, object> {
  return new Map(
    (rows as Record<string, unknown>[]).map(({ [KEY_POSITION]: position, ...row }) => [position, row]),
  );
}
