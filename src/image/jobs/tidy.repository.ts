import { Injectable } from '@nestjs/common';
import { command } from '../../database/statement.js';
import type { Tx } from '../../database/reader.js';
import { inTurns } from '../../shared/jobs/in-turns.js';

/** An image whose time is over. */
export interface OverdueImage {
  readonly id: number;
  readonly accountId: number;
}

const WAITING = `
  SELECT id, account_id, id AS place FROM images WHERE status = 'pending_upload' AND upload_until <= $1
  UNION ALL
  SELECT id, account_id, id FROM images WHERE status = 'available' AND expiry <= $1`;

/** A statement, because TypeORM has no window functions. */
const OVERDUE = command<OverdueImage>(
  'image.tidy.overdue',
  `SELECT id, account_id AS "accountId" FROM images
   WHERE (status = 'pending_upload' AND upload_until <= $1 OR status = 'available' AND expiry <= $1)
     AND id IN (${inTurns(WAITING, '$2')})
   FOR UPDATE SKIP LOCKED`,
);

@Injectable()
export class TidyRepository {
  /**
   * Uploads without data after their window (D-130) and automatic images after their expiry (D-124), locked. Skips rows
   * that another replica has locked: replicas delete different images at the same moment.
   */
  overdue(tx: Tx, now: Date, limit: number): Promise<OverdueImage[]> {
    return tx.rows(OVERDUE, [now, limit]);
  }
}
