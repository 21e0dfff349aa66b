import type pg from 'pg';
import { isRefusal } from './database-errors.js';
import type { Answer, Asked } from './asked.js';
import { askPool, createPool, type ConnectionOptions } from './session.js';

/** How long a standby that failed is left alone. */
const AWAY_MS = 5_000;

/** Connections to a standby. On any failure, reads fall back to the primary. */
export class Replica {
  private readonly pool: pg.Pool;
  private awayUntil = 0;

  constructor(url: string, options: ConnectionOptions) {
    this.pool = createPool({ ...options, url }, options.connections, { readOnly: true });
  }

  /** The answer of the standby, or of the primary when the standby has none. */
  async query(asked: Asked, primary: () => Promise<Answer>): Promise<Answer> {
    if (performance.now() < this.awayUntil) return primary();
    try {
      return await askPool(this.pool, asked);
    } catch (error) {
      // A token that is newer than the standby's rows is no failure of the standby.
      if (!isRefusal(error)) this.awayUntil = performance.now() + AWAY_MS;
      return primary();
    }
  }

  end(): Promise<void> {
    return this.pool.end();
  }
}
