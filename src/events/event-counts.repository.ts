import { Injectable } from '@nestjs/common';
import type { Tx } from '../database/reader.js';
import { EventCountMarkEntity } from './event-count-mark.entity.js';
import { ADD, COUNT_GOING, LAST_ID, LOCK_MARK, SET_CANDIDATE } from './event-counts.sql.js';

/** The number of ids per transaction, so that counting a large table takes many short ones. */
const IDS_AT_ONCE = 50_000;

@Injectable()
export class EventCountsRepository {
  /**
   * Counts the next events whose transactions have ended.
   * @returns how many ids it advanced; 0 when the rest is too recent
   */
  async countNext(tx: Tx): Promise<number> {
    const mark = (await tx.row(LOCK_MARK))!;
    if (!mark.isOver) return 0;
    if (mark.settledId >= mark.candidateId) return this.nextCandidate(tx);
    const settledId = Math.min(mark.candidateId, mark.settledId + IDS_AT_ONCE);
    await tx.run(ADD, [mark.settledId, settledId]);
    await tx.repository(EventCountMarkEntity).update({ id: 1 }, { settledId });
    return settledId - mark.settledId;
  }

  /**
   * Counts the next events of the partition that is dropped next, among those before this time.
   * @returns how many it counted
   */
  async countGoing(tx: Tx, before: string | null): Promise<number> {
    return (await tx.row(COUNT_GOING, [before, IDS_AT_ONCE]))!.counted;
  }

  /** Reads the last id first: a transaction that takes a higher id later may have any number. */
  private async nextCandidate(tx: Tx): Promise<number> {
    const { id } = (await tx.row(LAST_ID))!;
    await tx.run(SET_CANDIDATE, [id]);
    return 0;
  }
}
