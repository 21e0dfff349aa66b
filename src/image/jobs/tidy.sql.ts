import { command, query } from '../../database/statement.js';

/** An image whose time is over. */
export interface OverdueImage {
  readonly id: number;
  readonly accountId: number;
}

// SKIP LOCKED: replicas delete different images at the same moment.
export const OVERDUE = command<OverdueImage>(
  'image.tidy.overdue',
  `SELECT id, account_id AS "accountId" FROM images
   WHERE (status = 'pending_upload' AND upload_until <= $1) OR (status = 'available' AND expiry <= $1)
   ORDER BY id LIMIT $2 FOR UPDATE SKIP LOCKED`,
);

export const KNOWN_KEYS = query<{ key: string }>(
  'image.tidy.knownKeys',
  `SELECT store_key AS key FROM images WHERE store_key = ANY ($1)
   UNION ALL SELECT claim_key FROM images WHERE claim_key = ANY ($1)`,
);
