import { Injectable } from '@nestjs/common';
import { MoreThan } from 'typeorm';
import type { Tx } from '../../database/reader.js';
import { ImageEntity } from '../image.entity.js';

@Injectable()
export class UploadsRepository {
  /**
   * Locks the image with this upload hash.
   * @returns null when the address is unknown, used or expired
   */
  lock(tx: Tx, uploadHash: Buffer, now: Date): Promise<ImageEntity | null> {
    return tx.repository(ImageEntity).findOne({
      where: { uploadHash, uploadUntil: MoreThan(now) },
      lock: { mode: 'pessimistic_write' },
    });
  }
}
