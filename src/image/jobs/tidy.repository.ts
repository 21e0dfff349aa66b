import { Injectable } from '@nestjs/common';
import { LessThanOrEqual } from 'typeorm';
import type { Tx } from '../../database/reader.js';
import { ImageEntity } from '../image.entity.js';

@Injectable()
export class TidyRepository {
  /**
   * Uploads without data after their window (D-130) and automatic images after their expiry (D-124), locked. Skips rows
   * that another replica has locked: replicas delete different images at the same moment.
   */
  overdue(tx: Tx, now: Date, limit: number): Promise<ImageEntity[]> {
    return tx.repository(ImageEntity).find({
      where: [
        { status: 'pending_upload', uploadUntil: LessThanOrEqual(now) },
        { status: 'available', expiry: LessThanOrEqual(now) },
      ],
      order: { id: 'ASC' },
      take: limit,
      lock: { mode: 'pessimistic_write', onLocked: 'skip_locked' },
    });
  }
}
