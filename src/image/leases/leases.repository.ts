import { Injectable } from '@nestjs/common';
import { IsNull, LessThanOrEqual, MoreThan, Or } from 'typeorm';
import type { Tx } from '../../database/reader.js';
import { ImageEntity } from '../image.entity.js';
import type { StoredBytes } from '../store/store-bytes.js';

/** The columns that storing the bytes sets. */
export interface ImageBytes extends StoredBytes {
  readonly sizeMb: number;
}

const NO_LEASE = { leaseKey: null, leaseUntil: null };
/** Longer than any lease. */
const MAX_LEASE_MS = 3_600_000;

/**
 * Leases on images whose bytes are being written. A lease key is used once: only its holder can
 * complete the image with the bytes under that key, even after a long pause. The key is a secret of
 * the service, so conditions need no account.
 */
@Injectable()
export class LeasesRepository {
  /** Leases the image, which the caller has locked. */
  async take(tx: Tx, id: number, key: string, until: Date): Promise<void> {
    await tx.repository(ImageEntity).update({ id }, { leaseKey: key, leaseUntil: until });
  }

  /**
   * @returns false when the lease is lost: the image was deleted, or another process has taken over
   */
  async renew(tx: Tx, key: string, until: Date): Promise<boolean> {
    const { affected } = await tx.repository(ImageEntity).update({ leaseKey: key }, { leaseUntil: until });
    return affected! > 0;
  }

  async release(tx: Tx, key: string): Promise<void> {
    await tx.repository(ImageEntity).update({ leaseKey: key }, NO_LEASE);
  }

  /**
   * Makes the image available with the bytes under the key.
   * @returns undefined if the lease is lost, or if the upload's window has ended (D-130).
   */
  async complete(tx: Tx, key: string, stored: ImageBytes, now: Date): Promise<ImageEntity | undefined> {
    const images = tx.repository(ImageEntity);
    const image = await images.findOne({
      where: { leaseKey: key, uploadUntil: Or(IsNull(), MoreThan(now)) },
      lock: { mode: 'pessimistic_write' },
    });
    if (!image) return undefined;
    const { bytes: storedBytes, sha256, sizeMb } = stored;
    const bytes = { storeKey: key, storedBytes, sha256, sizeMb };
    const origin = { uploadHash: null, uploadUntil: null, captureSource: null };
    await images.update(
      { id: image.id },
      { status: 'available', updated: now, ...bytes, ...origin, ...NO_LEASE },
    );
    return image;
  }

  /** Ends the leases that were not renewed in time, or that a clock gave which was ahead. */
  async expire(tx: Tx, now: Date): Promise<void> {
    const latest = new Date(now.getTime() + MAX_LEASE_MS);
    const leaseUntil = Or(LessThanOrEqual(now), MoreThan(latest));
    await tx.repository(ImageEntity).update({ leaseUntil }, NO_LEASE);
  }
}
