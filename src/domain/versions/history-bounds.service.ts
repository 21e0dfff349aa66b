import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import type { Tx } from '../../database/reader.js';
import { Clock } from '../../shared/time/clock.js';
import { HistoriesRepository, type HistoryBound } from './histories.repository.js';
import { LastRun } from './last-run.js';

/** Four times the zone: all records replaced once are twice the zone, and once more when that is undone. */
const BOUND: HistoryBound = { bytes: 256 * 1024 * 1024, timesZone: 4 };
const ZONES_PER_TRANSACTION = 500;

/** Bounds what the versions of a zone take (D-241). A job counts them, so that a change of a record costs no more. */
@Injectable()
export class HistoryBounds {
  private readonly bound = BOUND;
  private readonly lastRun: LastRun;

  constructor(
    private readonly histories: HistoriesRepository,
    private readonly database: Database,
    clock: Clock,
  ) {
    this.lastRun = new LastRun(clock);
  }

  /** Trims the histories of zones that have changed. @returns how many were over the bound */
  keep(): Promise<number> {
    return this.lastRun.run(async (since) => {
      const zones = await this.histories.changed(since);
      let over = 0;
      for (let from = 0; from < zones.length; from += ZONES_PER_TRANSACTION) {
        const some = zones.slice(from, from + ZONES_PER_TRANSACTION);
        const large = await this.database.transaction((tx) =>
          this.histories.count(tx, some, this.bound.bytes),
        );
        for (const zone of large)
          await this.database.transaction((tx) => this.histories.trim(tx, zone, this.bound));
        over += large.length;
      }
      return over;
    });
  }

  /** Deletes versions of domains that nothing can bring back. @returns how many */
  tidy(tx: Tx, limit: number): Promise<number> {
    return this.histories.deleteEnded(tx, limit);
  }
}
