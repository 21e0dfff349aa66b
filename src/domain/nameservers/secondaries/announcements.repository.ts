import { Injectable } from '@nestjs/common';
import { Database } from '../../../database/database.js';
import {
  TAKE_DUE_ANNOUNCEMENTS,
  TAKE_NEW,
  READ_OLDEST_SECONDS,
  RAISE_CATALOGS,
  REMOVE,
  type Announcement,
} from './announcements.sql.js';

/**
 * The zones that need a NOTIFY to the secondaries. Triggers on domains write them (migration 0009).
 */
@Injectable()
export class AnnouncementsRepository {
  constructor(private readonly database: Database) {}

  /**
   * Leases at most `limit` zones of each kind until they are due again: those with a NOTIFY, which
   * secondaries may serve by now, and those without one. The latter include catalogs with changed
   * members.
   */
  take(limit: number): Promise<{ announced: Announcement[]; unannounced: Announcement[] }> {
    return this.database.transaction(async (tx) => {
      await tx.run(RAISE_CATALOGS);
      return {
        announced: await tx.rows(TAKE_DUE_ANNOUNCEMENTS, [limit]),
        unannounced: await tx.rows(TAKE_NEW, [limit]),
      };
    });
  }

  async remove(done: readonly Announcement[]): Promise<void> {
    const columns = [done.map(({ zoneId }) => zoneId), done.map(({ serial }) => serial)];
    await this.database.transaction((tx) => tx.run(REMOVE, columns));
  }

  /** Returns the seconds since the oldest change that a secondary does not serve; 0 without one. */
  async oldestSeconds(): Promise<number> {
    return (await this.database.row(READ_OLDEST_SECONDS))?.seconds ?? 0;
  }
}
