import { Injectable } from '@nestjs/common';
import { Database } from '../database/database.js';
import type { Tx } from '../database/reader.js';
import { EventCountsRepository } from './event-counts.repository.js';

/** Precomputes the number of events of each account for the totals of lists (D-225). */
@Injectable()
export class EventCountsService {
  constructor(
    private readonly counts: EventCountsRepository,
    private readonly database: Database,
  ) {}

  /**
   * Counts all events whose transactions have ended, in short transactions.
   * @returns how many ids it advanced
   */
  countAll(): Promise<number> {
    return this.untilNone((tx) => this.counts.countNext(tx));
  }

  /**
   * Counts the events of the partition that is dropped next, among those before this time, so that
   * the drop is short (D-226).
   */
  async countBeforeDrop(before: string | null): Promise<void> {
    await this.untilNone((tx) => this.counts.countBeforeDrop(tx, before));
  }

  /** Runs `step` in short transactions until it counts nothing more. */
  private async untilNone(step: (tx: Tx) => Promise<number>): Promise<number> {
    const next = () => this.database.transaction(step);
    let total = 0;
    for (let counted = await next(); counted > 0; counted = await next()) total += counted;
    return total;
  }
}
