import type pg from 'pg';
import { isLost } from './database-errors.js';
import type { Session } from './session.js';

/** A client of the pool, which is a session. */
export type PooledSession = Session & pg.PoolClient;

/** The numbers of committed and rolled back transactions, for the metrics. */
export interface Ends {
  committed: number;
  rolledBack: number;
}

/** A connection from the pool. It returns to the pool unless it broke or `giveUp` was called. */
export class Checkout {
  private lost = false;
  readonly giveUp = (): void => void (this.lost = true);

  constructor(
    readonly client: PooledSession,
    private readonly ends: Ends,
  ) {
    client.on('error', this.giveUp);
  }

  /** @param error the failure, when nothing was committed */
  end(error?: unknown): void {
    if (error === undefined) this.ends.committed++;
    else this.ends.rolledBack++;
    this.client.off('error', this.giveUp);
    this.client.release(this.lost || isLost(error));
  }
}
