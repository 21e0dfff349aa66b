import { Injectable } from '@nestjs/common';
import { command } from '../../database/statement.js';
import type { Tx } from '../../database/reader.js';
import { inTurns } from '../../shared/jobs/in-turns.js';

/** An image past its upload window or expiry. */
export interface OverdueImage {
  readonly id: number;
  readonly accountId: number;
}

const WAITING = `
  SELECT id, account_id, id AS position FROM images WHERE status = 'pending_upload' AND upload_until <= $1
  UNION ALL
  SELECT id, account_id, id FROM images WHERE status = 'available' AND expiry <= $1`;

/** A statement, because TypeORM has no window functions. */
const OVERDUE = command<OverdueImage>(
  'image.images.overdue',
  `SELECT id, account_id AS "accountId" FROM images
   WHERE (status = 'pending_upload' AND upload_until <= $1 OR status = 'available' AND expiry <= $1)
     AND id IN (${inTurns(WAITING, '$2')})
   FOR UPDATE SKIP LOCKED`,
);

@Injectable()
export class TidyRepository {
  /**
   * Locks uploads without data past their window (D-130) and expired automatic images (D-124).
   * Skips rows that another replica has locked, so that replicas delete different images.
   */
  overdue(tx: Tx, now: Date, limit: number): Promise<OverdueImage[]> {
    return tx.rows(OVERDUE, [now, limit]);
  }
}
