import { Injectable } from '@nestjs/common';
import type { Tx } from '../../database/reader.js';
import { ImageEntity } from '../images/image.entity.js';
import { NEXT, type Capture } from './captures.sql.js';

@Injectable()
export class CapturesRepository {
  /** The oldest capture without a lease, locked. Captures that were tried before come last. */
  next(tx: Tx, now: Date): Promise<Capture | undefined> {
    return tx.row(NEXT, [now]);
  }

  /** D-124: makes the image of a disk without bytes available. */
  async completeWithoutData(tx: Tx, { id, accountId }: Capture, now: Date): Promise<void> {
    await tx.repository(ImageEntity).update({ id, accountId }, { status: 'available', updated: now });
  }
}
