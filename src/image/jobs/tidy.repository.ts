import { Injectable } from '@nestjs/common';
import type { Tx } from '../../database/reader.js';
import { command } from '../../database/statement.js';

/** An image whose time is over. */
export interface OverdueImage {
  readonly id: number;
  readonly accountId: number;
}

// SKIP LOCKED: replicas delete different images at the same moment.
const OVERDUE = command<OverdueImage>(
  'image.tidy.overdue',
  `SELECT id, account_id AS "accountId" FROM images
   WHERE (status = 'pending_upload' AND upload_until <= $1) OR (status = 'available' AND expiry <= $1)
   ORDER BY id LIMIT $2 FOR UPDATE SKIP LOCKED`,
);

@Injectable()
export class TidyRepository {
  /** Uploads without data after their window (D-130) and automatic images after their expiry (D-124), locked. */
  overdue(tx: Tx, now: Date, limit: number): Promise<OverdueImage[]> {
    return tx.rows(OVERDUE, [now, limit]);
  }
}
