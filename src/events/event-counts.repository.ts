import { Injectable } from '@nestjs/common';
import type { Tx } from '../database/reader.js';
import { EventCountMarkEntity } from './event-count-mark.entity.js';
import { ADD, COUNT_BEFORE_DROP, LAST_ID, LOCK_MARK, SET_CANDIDATE } from './event-counts.sql.js';

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
    if (mark.countedId >= mark.candidateId) return this.nextCandidate(tx);
    const countedId = Math.min(mark.candidateId, mark.countedId + IDS_AT_ONCE);
    await tx.run(ADD, [mark.countedId, countedId]);
    await tx.repository(EventCountMarkEntity).update({ id: 1 }, { countedId });
    return countedId - mark.countedId;
  }

  /**
   * Counts the next events of the partition that is dropped next, among those before this time.
   * @returns how many it counted
   */
  async countBeforeDrop(tx: Tx, before: string | null): Promise<number> {
    return (await tx.row(COUNT_BEFORE_DROP, [before, IDS_AT_ONCE]))!.counted;
  }

  /** Reads the last id first: a transaction that takes a higher id later may have any number. */
  private async nextCandidate(tx: Tx): Promise<number> {
    const { id } = (await tx.row(LAST_ID))!;
    await tx.run(SET_CANDIDATE, [id]);
    return 0;
  }
}
