import { Injectable } from '@nestjs/common';
import type { Tx } from '../../database/reader.js';
import { command } from '../../database/statement.js';
import type { StoredBytes } from '../uploads/store-bytes.js';

/** An image whose bytes are being written, by whoever holds the claim's key. */
export interface ClaimedImage {
  readonly id: number;
  readonly accountId: number;
  readonly label: string;
  readonly eventId: number;
}

/** What an image gets when its bytes are in place. */
export interface ImageBytes extends StoredBytes {
  readonly sizeMb: number;
}

const CLAIMED = 'id, account_id AS "accountId", label, event_id AS "eventId"';

const RENEW = command('image.claim.renew', 'UPDATE images SET claim_until = $2 WHERE claim_key = $1');

const RELEASE = command(
  'image.claim.release',
  'UPDATE images SET claim_key = NULL, claim_until = NULL WHERE claim_key = $1',
);

// Where an upload's window has ended, the image is as good as deleted (D-130).
const COMPLETE = command<ClaimedImage>(
  'image.claim.complete',
  `UPDATE images SET status = 'available', updated = $2, size_mb = $3,
     store_key = claim_key, stored_bytes = $4, sha256 = $5,
     claim_key = NULL, claim_until = NULL, upload_hash = NULL, upload_until = NULL, capture_source = NULL
   WHERE claim_key = $1 AND (upload_until IS NULL OR upload_until > $2)
   RETURNING ${CLAIMED}`,
);

const EXPIRE = command(
  'image.claim.expire',
  'UPDATE images SET claim_key = NULL, claim_until = NULL WHERE claim_until <= $1',
);

/**
 * Claims on images whose bytes are under way. A key is never used twice, so whoever holds it is the only one that can
 * make an image available with what was written under it, however long they were away.
 */
@Injectable()
export class ClaimsRepository {
  /** @returns false when the claim is lost: the image is gone, or another has taken over. */
  async renew(tx: Tx, key: string, until: Date): Promise<boolean> {
    return (await tx.run(RENEW, [key, until])) > 0;
  }

  async release(tx: Tx, key: string): Promise<void> {
    await tx.run(RELEASE, [key]);
  }

  /** Makes the image available with the bytes under the key; undefined when the claim is lost. */
  complete(tx: Tx, key: string, stored: ImageBytes, now: Date): Promise<ClaimedImage | undefined> {
    return tx.row(COMPLETE, [key, now, stored.sizeMb, stored.bytes, stored.sha256]);
  }

  /** Ends the claims of those who have not renewed them in time. */
  expire(tx: Tx, now: Date): Promise<number> {
    return tx.run(EXPIRE, [now]);
  }
}
