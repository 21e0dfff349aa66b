import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import type { Tx } from '../../database/reader.js';
import { Clock } from '../../shared/time/clock.js';
import { HistoriesRepository, type HistoryBound } from './histories.repository.js';
import { LastRun } from './last-run.js';

/**
 * Four times the zone, because a version that replaces all records takes twice the zone, and the
 * version that undoes it takes the same.
 */
const BOUND: HistoryBound = { bytes: 256 * 1024 * 1024, timesZone: 4 };
const ZONES_PER_TRANSACTION = 500;

/**
 * Bounds the bytes that the versions of a zone take (D-241). A job counts them, so that the change
 * of a record does not have to.
 */
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

  /**
   * Trims the histories of the zones that changed since the last run.
   * @returns the number of histories over 256 MiB
   */
  trim(): Promise<number> {
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

  /**
   * Deletes versions of domains that cannot be restored.
   * @returns the number of deleted versions
   */
  tidy(tx: Tx, limit: number): Promise<number> {
    return this.histories.deleteEnded(tx, limit);
  }
}
