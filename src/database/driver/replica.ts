import type pg from 'pg';
import { isRefusal } from './database-errors.js';
import type { Answer, BoundStatement } from './wire.js';
import { askPool, createPool, settingsText, type ConnectionOptions } from './session.js';

/** After a failure, reads skip the standby for this time. */
const DOWN_MS = 5_000;

/** Connections to a standby. On any failure, reads fall back to the primary. */
export class Replica {
  private readonly pool: pg.Pool;
  private readonly settings: string | undefined;
  private downUntil = 0;

  constructor(url: string, options: ConnectionOptions) {
    this.pool = createPool({ ...options, url }, options.databasePool, { readOnly: true });
    // The pooler's own file sets time-outs for the sessions of the primary alone.
    this.settings = settingsText(options);
  }

  /** The result from the standby, or from the primary when the standby fails. */
  async query(statement: BoundStatement, primary: () => Promise<Answer>): Promise<Answer> {
    if (performance.now() < this.downUntil) return primary();
    try {
      return await askPool(this.pool, statement, this.settings);
    } catch (error) {
      // A standby that does not have a new token yet has not failed.
      if (!isRefusal(error)) this.downUntil = performance.now() + DOWN_MS;
      return primary();
    }
  }

  end(): Promise<void> {
    return this.pool.end();
  }
}
