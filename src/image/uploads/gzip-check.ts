import { finished } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { invalid, ServiceError, type Invalid } from '../../shared/errors/errors.js';
import { BATCH_BYTES } from '../store/batches.js';
import type { BatchCheck } from '../store/store-bytes.js';

/**
 * Checks that data is valid gzip to its last byte: the CRC and length of each member, and nothing
 * after the last one (D-129, D-194). Inflates the data and keeps only the byte count.
 */
export class GzipCheck implements BatchCheck {
  private readonly gunzip = createGunzip({ chunkSize: BATCH_BYTES });
  private readonly finished: Promise<void>;
  private offeredBytes = 0;
  private inflated = 0;

  /**
   * @param maxInflatedBytes the limit against gzip bombs; the check fails once the data exceeds it
   */
  constructor(maxInflatedBytes: number) {
    this.gunzip.on('data', (piece: Buffer) => {
      this.inflated += piece.length;
      if (this.inflated > maxInflatedBytes) this.gunzip.destroy(invalid('', 'upload_too_large'));
    });
    this.finished = finished(this.gunzip);
    this.finished.catch(() => undefined);
  }

  /** The inflated bytes so far; the total after `end` has resolved. */
  get inflatedBytes(): number {
    return this.inflated;
  }

  /** @throws Invalid as soon as the data is broken or too large. */
  async write(batch: Buffer): Promise<void> {
    this.offeredBytes += batch.length;
    const written = new Promise<void>((resolve) => this.gunzip.write(batch, () => resolve()));
    await this.orBroken(Promise.race([this.finished, written]));
    if (this.gunzip.destroyed) await this.orBroken(this.finished);
    this.requireReadToEnd();
  }

  /**
   * @throws Invalid as `write` does, for incomplete data, and for data without any gzip member
   * (D-262).
   */
  async end(): Promise<void> {
    this.gunzip.end();
    await this.orBroken(this.finished);
    this.requireReadToEnd();
    if (this.offeredBytes === 0) throw brokenGzip();
  }

  /** Frees zlib's memory, even before the end of the data. */
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

  /**
   * zlib ignores bytes after the last member without an error, but does not count them as written.
   */
  private requireReadToEnd(): void {
    if (this.gunzip.bytesWritten !== this.offeredBytes) throw brokenGzip();
  }
}

/** The error for data that is not complete gzip (D-129). */
export function brokenGzip(): Invalid {
  return invalid('', 'upload_not_gzip');
}
