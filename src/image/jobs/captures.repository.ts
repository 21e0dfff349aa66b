import { Injectable } from '@nestjs/common';
import type { Tx } from '../../database/reader.js';
import { COMPLETE_WITHOUT_DATA, LEASE, NEXT, type Capture } from './captures.sql.js';

@Injectable()
export class CapturesRepository {
  /** The oldest capture without a lease, locked. Captures that were tried before come last. */
  next(tx: Tx, now: Date): Promise<Capture | undefined> {
    return tx.row(NEXT, [now]);
  }

  async lease(tx: Tx, id: number, key: string, until: Date): Promise<void> {
    await tx.run(LEASE, [id, key, until]);
  }

  /** D-124: makes the image of a disk without bytes available. */
  async completeWithoutData(tx: Tx, id: number, now: Date): Promise<void> {
    await tx.run(COMPLETE_WITHOUT_DATA, [id, now]);
  }
}
