import { Injectable } from '@nestjs/common';
import type { Tx } from '../../database/reader.js';
import { command } from '../../database/statement.js';

/** An image that waits for its upload. */
export interface PendingUpload {
  readonly id: number;
  readonly eventId: number;
  readonly uploadUntil: string;
  /** Until when a claim on it holds. */
  readonly claimUntil: string | null;
}

const LOCK = command<PendingUpload>(
  'image.upload.lock',
  `SELECT id, event_id AS "eventId", upload_until AS "uploadUntil", claim_until AS "claimUntil"
   FROM images WHERE upload_hash = $1 AND upload_until > $2 FOR UPDATE`,
);

const CLAIM = command(
  'image.upload.claim',
  'UPDATE images SET claim_key = $2, claim_until = $3 WHERE id = $1',
);

@Injectable()
export class UploadsRepository {
  /** The image whose upload address has this hash, locked; undefined when the address is unknown, spent or expired. */
  lock(tx: Tx, hash: Buffer, now: Date): Promise<PendingUpload | undefined> {
    return tx.row(LOCK, [hash, now]);
  }

  async claim(tx: Tx, id: number, key: string, until: Date): Promise<void> {
    await tx.run(CLAIM, [id, key, until]);
  }
}
