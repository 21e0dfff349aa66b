import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import type { Tx } from '../../database/reader.js';
import {
  INSERT_HISTORIES,
  CHANGED_ZONES,
  COUNT_HISTORIES,
  DELETE_ENDED_VERSIONS,
  DELETE_ENDED_HISTORIES,
  TRIM_HISTORY,
  type HistoryKey,
} from './histories.sql.js';

/**
 * The most bytes that a zone's versions take (D-241): the larger one of both values. Beyond it, the
 * oldest versions are deleted.
 */
export interface HistoryBound {
  readonly bytes: number;
  /** A multiple of the bytes of the zone's records. */
  readonly timesZone: number;
}

/** Counts the bytes that the versions of zones take (D-241). */
@Injectable()
export class HistoriesRepository {
  constructor(private readonly database: Database) {}

  /** The zones with versions since this time. */
  changed(since: Date): Promise<HistoryKey[]> {
    return this.database.rows(CHANGED_ZONES, [since]);
  }

  /**
   * Counts those versions of the zones that are not counted yet.
   * @returns the zones whose versions take more than `bytes`
   */
  count(tx: Tx, zones: readonly HistoryKey[], bytes: number): Promise<HistoryKey[]> {
    const keys = [zones.map(({ accountId }) => accountId), zones.map(({ domainId }) => domainId)];
    tx.send(INSERT_HISTORIES, keys);
    return tx.rows(COUNT_HISTORIES, [...keys, bytes]);
  }

  /**
   * Counts a history again, and deletes its oldest versions beyond the bound. Keeps the newest one.
   */
  async trim(tx: Tx, { accountId, domainId }: HistoryKey, { bytes, timesZone }: HistoryBound): Promise<void> {
    await tx.run(TRIM_HISTORY, [accountId, domainId, bytes, timesZone]);
  }

  /**
   * Deletes versions of domains that cannot be restored.
   * @returns the number of deleted versions
   */
  async deleteEnded(tx: Tx, limit: number): Promise<number> {
    const deleted = await tx.run(DELETE_ENDED_VERSIONS, [limit]);
    await tx.run(DELETE_ENDED_HISTORIES);
    return deleted;
  }
}
