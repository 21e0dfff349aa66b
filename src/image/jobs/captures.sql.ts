import { command } from '../../database/statement.js';

/** A capture that waits for a process to make it. */
export interface Capture {
  readonly id: number;
  readonly accountId: number;
  readonly eventId: number;
  /** The path of the raw bytes below `DISK_DIR`; null for a disk without bytes. */
  readonly source: string | null;
  readonly sizeMb: number;
}

// SKIP LOCKED: replicas take different captures at the same moment. Failed attempts come last.
export const NEXT = command<Capture>(
  'image.capture.next',
  `SELECT id, account_id AS "accountId", event_id AS "eventId", capture_source AS source, size_mb AS "sizeMb"
   FROM images WHERE status = 'creating' AND (claim_until IS NULL OR claim_until <= $1)
   ORDER BY claim_until NULLS FIRST, id LIMIT 1 FOR UPDATE SKIP LOCKED`,
);
