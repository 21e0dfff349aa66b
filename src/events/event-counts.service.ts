import { Injectable } from '@nestjs/common';
import { Database } from '../database/database.js';
import { EventCountsRepository } from './event-counts.repository.js';

/** Counts the events of accounts ahead of the lists that show the number (D-225). */
@Injectable()
export class EventCountsService {
  constructor(
    private readonly counts: EventCountsRepository,
    private readonly database: Database,
  ) {}

  /** Counts all settled events, in short transactions. @returns how many ids were settled. */
  async countAll(): Promise<number> {
    let total = 0;
    for (let moved = await this.countNext(); moved > 0; moved = await this.countNext()) total += moved;
    return total;
  }

  private countNext(): Promise<number> {
    return this.database.transaction((tx) => this.counts.countNext(tx));
  }
}
