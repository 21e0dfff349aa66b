import { pipeline } from 'node:stream/promises';
import { constants, createGzip } from 'node:zlib';
import { BATCH_BYTES } from '../uploads/batches.js';
import type { ImageStore } from '../uploads/store/image-store.port.js';
import { storeBytes, type StoredBytes } from '../uploads/store-bytes.js';
import type { DiskSource } from './disk-source.js';

/**
 * Compresses a disk into the store, to the same form as an upload.
 * @param signal stops it, and leaves nothing.
 * @throws DiskUnreadable, Unavailable; an AbortError after the signal.
 */
export async function storeDisk(
  store: ImageStore,
  key: string,
  disk: DiskSource,
  signal: AbortSignal,
): Promise<StoredBytes> {
  // Whoever captures waits for it: a little more space for a lot less time.
  const gzip = createGzip({ level: constants.Z_BEST_SPEED, chunkSize: BATCH_BYTES });
  // Its failure ends `gzip`, and so is heard of by whoever reads that.
  const compressing = pipeline(disk.read(), gzip, { signal }).catch(() => undefined);
  try {
    return await storeBytes(store, key, gzip, { expectedBytes: disk.bytes });
  } finally {
    gzip.destroy();
    await compressing;
  }
}
