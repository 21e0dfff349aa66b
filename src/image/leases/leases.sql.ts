import { command } from '../../database/statement.js';

/** An image that has just become available. */
export interface CompletedImage {
  readonly id: number;
  readonly eventId: number;
}

// One statement decides who has the lease and makes the image available: nobody can take over between the two.
// An upload whose window has ended is as good as deleted (D-130).
export const COMPLETE = command<CompletedImage>(
  'image.lease.complete',
  `UPDATE images SET status = 'available', updated = $2, size_mb = $3,
     store_key = claim_key, stored_bytes = $4, sha256 = $5,
     claim_key = NULL, claim_until = NULL, upload_hash = NULL, upload_until = NULL, capture_source = NULL
   WHERE claim_key = $1 AND (upload_until IS NULL OR upload_until > $2)
   RETURNING id, event_id AS "eventId"`,
);

export const RENEW = command('image.lease.renew', 'UPDATE images SET claim_until = $2 WHERE claim_key = $1');

export const RELEASE = command(
  'image.lease.release',
  'UPDATE images SET claim_key = NULL, claim_until = NULL WHERE claim_key = $1',
);

export const EXPIRE = command(
  'image.lease.expire',
  'UPDATE images SET claim_key = NULL, claim_until = NULL WHERE claim_until <= $1',
);
