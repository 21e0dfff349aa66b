import { Injectable } from '@nestjs/common';
import type { Tx } from '../../database/reader.js';
import { command } from '../../database/statement.js';

/** A capture to be made. */
export interface Capture {
  readonly id: number;
  readonly accountId: number;
  readonly eventId: number;
  /** Null for a disk without bytes. */
  readonly source: string | null;
  readonly sizeMb: number;
}

const NEXT = command<Capture>(
  'image.capture.next',
  `SELECT id, account_id AS "accountId", event_id AS "eventId", capture_source AS source, size_mb AS "sizeMb"
   FROM images WHERE status = 'creating' AND (claim_until IS NULL OR claim_until <= $1)
   ORDER BY claim_until NULLS FIRST, id LIMIT 1 FOR UPDATE SKIP LOCKED`,
);

const CLAIM = command(
  'image.capture.claim',
  'UPDATE images SET claim_key = $2, claim_until = $3 WHERE id = $1',
);

const COMPLETE_WITHOUT_DATA = command(
  'image.capture.completeWithoutData',
  `UPDATE images SET status = 'available', updated = $2 WHERE id = $1`,
);

@Injectable()
export class CapturesRepository {
  /** A capture that nobody works on, locked: the oldest, but those that were tried come last. */
  next(tx: Tx, now: Date): Promise<Capture | undefined> {
    return tx.row(NEXT, [now]);
  }

  async claim(tx: Tx, id: number, key: string, until: Date): Promise<void> {
    await tx.run(CLAIM, [id, key, until]);
  }

  /** D-124: the image of a disk without bytes. */
  async completeWithoutData(tx: Tx, id: number, now: Date): Promise<void> {
    await tx.run(COMPLETE_WITHOUT_DATA, [id, now]);
  }
}
