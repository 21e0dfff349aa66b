import { Injectable } from '@nestjs/common';
import type { Tx } from '../../database/reader.js';
import { LEASE, LOCK, type PendingUpload } from './uploads.sql.js';

@Injectable()
export class UploadsRepository {
  /** The image whose upload address has this hash, locked; undefined if the address is unknown, used or expired. */
  lock(tx: Tx, hash: Buffer, now: Date): Promise<PendingUpload | undefined> {
    return tx.row(LOCK, [hash, now]);
  }

  async lease(tx: Tx, id: number, key: string, until: Date): Promise<void> {
    await tx.run(LEASE, [id, key, until]);
  }
}
