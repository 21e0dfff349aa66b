import { Injectable } from '@nestjs/common';
import type { Tx } from '../../database/reader.js';
import type { StoredBytes } from '../uploads/store-bytes.js';
import { COMPLETE, EXPIRE, RELEASE, RENEW, type CompletedImage } from './leases.sql.js';

/** The facts that an image gets when its bytes are stored. */
export interface ImageBytes extends StoredBytes {
  readonly sizeMb: number;
}

/**
 * Leases on images whose bytes are being written. A lease's key is used once, so only its holder can make the image
 * available with the bytes under that key, even if the holder was paused for a long time.
 */
@Injectable()
export class LeasesRepository {
  /** @returns false if the lease is lost: the image was deleted, or another process has taken over. */
  async renew(tx: Tx, key: string, until: Date): Promise<boolean> {
    return (await tx.run(RENEW, [key, until])) > 0;
  }

  async release(tx: Tx, key: string): Promise<void> {
    await tx.run(RELEASE, [key]);
  }

  /** Makes the image available with the bytes under the key. @returns undefined if the lease is lost. */
  complete(tx: Tx, key: string, stored: ImageBytes, now: Date): Promise<CompletedImage | undefined> {
    return tx.row(COMPLETE, [key, now, stored.sizeMb, stored.bytes, stored.sha256]);
  }

  /** Ends the leases that were not renewed in time. */
  expire(tx: Tx, now: Date): Promise<number> {
    return tx.run(EXPIRE, [now]);
  }
}
