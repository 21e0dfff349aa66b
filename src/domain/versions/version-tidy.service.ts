import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { command } from '../../database/statement.js';
import { tidyAll } from '../../shared/jobs/job.js';
import { Clock } from '../../shared/time/clock.js';

/** The newest versions of a zone stay at any age; this is their number (D-241). */
const NEWEST_VERSIONS = 50;

const KEEP_NEWEST = command<{ done: number }>(
  'domain.versions.keepNewest',
  'SELECT keep_newest_versions($1, $2, $3, $4) AS done',
);

/** Keeps the newest versions of each zone when partitions go. */
@Injectable()
export class VersionTidy {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** @param before the time to which versions go; null when none goes */
  async keepNewest(before: string | null): Promise<void> {
    if (before === null) return;
    const values = [before, this.clock.now(), NEWEST_VERSIONS];
    await tidyAll(this.database, async (tx, limit) => (await tx.row(KEEP_NEWEST, [...values, limit]))!.done);
  }
}
