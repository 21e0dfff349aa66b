import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import type { Tx } from '../../database/reader.js';
import { command, query } from '../../database/statement.js';

/** An image whose time is over. */
export interface OverdueImage {
  readonly id: number;
  readonly accountId: number;
}

const OVERDUE = command<OverdueImage>(
  'image.tidy.overdue',
  `SELECT id, account_id AS "accountId" FROM images
   WHERE (status = 'pending_upload' AND upload_until <= $1) OR (status = 'available' AND expiry <= $1)
   ORDER BY id LIMIT $2 FOR UPDATE SKIP LOCKED`,
);

const KNOWN_KEYS = query<{ key: string }>(
  'image.tidy.knownKeys',
  `SELECT store_key AS key FROM images WHERE store_key = ANY ($1)
   UNION ALL SELECT claim_key FROM images WHERE claim_key = ANY ($1)`,
);

@Injectable()
export class TidyRepository {
  constructor(private readonly database: Database) {}

  /** Uploads without data after their window (D-130) and automatic images after their expiry (D-124), locked. */
  overdue(tx: Tx, now: Date, limit: number): Promise<OverdueImage[]> {
    return tx.rows(OVERDUE, [now, limit]);
  }

  /** Those of the store's keys that belong to an image, or that somebody is writing under. */
  async knownKeys(keys: readonly string[]): Promise<Set<string>> {
    const known = await this.database.rows(KNOWN_KEYS, [keys]);
    return new Set(known.map(({ key }) => key));
  }
}
