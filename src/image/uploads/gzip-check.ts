import { finished } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { invalid, ServiceError, type Invalid } from '../../shared/errors/errors.js';
import { BATCH_BYTES } from './batches.js';
import type { BatchCheck } from './store-bytes.js';

/**
 * Inflates what is written to it and keeps nothing but the count, to tell whether it is gzip to its last byte: every
 * member's CRC and length, and nothing after the last member (D-129, D-194).
 */
export class GzipCheck implements BatchCheck {
  private readonly gunzip = createGunzip({ chunkSize: BATCH_BYTES });
  private readonly finished: Promise<void>;
  private offeredBytes = 0;
  private inflated = 0;

  /** @param maxInflatedBytes the bound against gzip bombs; it is told as soon as it is passed. */
  constructor(maxInflatedBytes: number) {
    this.gunzip.on('data', (piece: Buffer) => {
      this.inflated += piece.length;
      if (this.inflated > maxInflatedBytes) this.gunzip.destroy(invalid('', 'The image is too large.'));
    });
    this.finished = finished(this.gunzip);
    this.finished.catch(() => undefined);
  }

  /** How many bytes came out so far; all of them once `end` has resolved. */
  get inflatedBytes(): number {
    return this.inflated;
  }

  /** @throws Invalid once the data is known to be broken or too large. */
  async write(batch: Buffer): Promise<void> {
    this.offeredBytes += batch.length;
    const written = new Promise<void>((resolve) => this.gunzip.write(batch, () => resolve()));
    await this.orBroken(Promise.race([this.finished, written]));
    if (this.gunzip.destroyed) await this.orBroken(this.finished);
    this.mustHaveTakenAll();
  }

  /** @throws Invalid as `write`, also for data that is cut off, and for none. */
  async end(): Promise<void> {
    this.gunzip.end();
    await this.orBroken(this.finished);
    this.mustHaveTakenAll();
    if (this.inflated === 0) throw brokenGzip();
  }

  /** Frees zlib's memory, also when the data was not written to its end. */
  destroy(): void {
    this.gunzip.destroy();
  }

  private async orBroken(work: Promise<void>): Promise<void> {
    try {
      await work;
    } catch (error) {
      throw error instanceof ServiceError ? error : brokenGzip();
    }
  }

  /** zlib takes no byte after the last member, and says nothing about those that it left. */
  private mustHaveTakenAll(): void {
    if (this.gunzip.bytesWritten !== this.offeredBytes) throw brokenGzip();
  }
}

/** What the sender of anything but whole gzip is told (D-129). */
export function brokenGzip(): Invalid {
  return invalid('', 'Data must be a gzip-compressed disk image.');
}
