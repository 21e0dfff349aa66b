import { command } from '../../database/statement.js';

/** An image that waits for its data; timestamps are PostgreSQL's text in UTC. */
export interface PendingUpload {
  readonly id: number;
  readonly eventId: number;
  readonly uploadUntil: string;
  /** The end of the current lease; null if there is none. */
  readonly leaseUntil: string | null;
}

export const LOCK = command<PendingUpload>(
  'image.upload.lock',
  `SELECT id, event_id AS "eventId", upload_until AS "uploadUntil", claim_until AS "leaseUntil"
   FROM images WHERE upload_hash = $1 AND upload_until > $2 FOR UPDATE`,
);

export const LEASE = command(
  'image.upload.lease',
  'UPDATE images SET claim_key = $2, claim_until = $3 WHERE id = $1',
);
