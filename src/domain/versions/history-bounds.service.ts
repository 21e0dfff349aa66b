import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { tidyAll } from '../../shared/jobs/job.js';
import { Clock } from '../../shared/time/clock.js';
import { HistoriesRepository, type HistoryBound } from './histories.repository.js';
import { LastRun } from './last-run.js';
import { KEEP_NEWEST_VERSIONS } from './versions.sql.js';

/**
 * Four times the zone, because a version that replaces all records takes twice the zone, and the
 * version that undoes it takes the same.
 */
const BOUND: HistoryBound = { bytes: 256 * 1024 * 1024, timesZone: 4 };
const ZONES_PER_TRANSACTION = 500;
/** The number of newest versions of a zone that are kept at any age (D-241). */
const NEWEST_VERSIONS = 50;

/**
 * Bounds the bytes and the age of a zone's versions (D-241). A job counts the bytes, so that the
 * change of a record does not have to.
 */
@Injectable()
export class HistoryBounds {
  private readonly bound = BOUND;
  private readonly lastRun: LastRun;

  constructor(
    private readonly histories: HistoriesRepository,
    private readonly database: Database,
    private readonly clock: Clock,
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
   * Moves the newest versions of each zone to a partition that is kept.
   * @param before the time up to which the job drops versions; null when it drops none
   */
  async keepNewest(before: string | null): Promise<void> {
    if (before === null) return;
    const values = [before, this.clock.now(), NEWEST_VERSIONS];
    await tidyAll(
      this.database,
      async (tx, limit) => (await tx.row(KEEP_NEWEST_VERSIONS, [...values, limit]))!.done,
    );
  }
}
