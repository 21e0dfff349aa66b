import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { tidyAll } from '../../shared/jobs/job.js';
import { Clock } from '../../shared/time/clock.js';
import { KEEP_NEWEST_VERSIONS } from './versions.sql.js';

/** The number of newest versions of a zone that are kept at any age (D-241). */
const NEWEST_VERSIONS = 50;

/** Keeps the newest versions of each zone when the job drops partitions. */
@Injectable()
export class VersionTidy {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

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
