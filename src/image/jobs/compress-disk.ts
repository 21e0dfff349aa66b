import { pipeline } from 'node:stream/promises';
import { constants, createGzip } from 'node:zlib';
import { BATCH_BYTES } from '../store/batches.js';
import type { ImageStore } from '../store/image-store.port.js';
import { storeBytes, type StoredBytes } from '../store/store-bytes.js';
import type { RawDisk } from './raw-disk.js';

/**
 * Compresses a disk into the store, in the format of an upload.
 * @param signal aborts the work; the store then holds nothing under the key
 * @throws DiskUnreadable, Unavailable; AbortError after the signal
 */
export async function compressDisk(
  store: ImageStore,
  key: string,
  disk: Pick<RawDisk, 'bytes' | 'read'>,
  signal: AbortSignal,
): Promise<StoredBytes> {
  // Fast compression: the customer waits for the capture, and the data becomes only slightly
  // larger.
  const gzip = createGzip({ level: constants.Z_BEST_SPEED, chunkSize: BATCH_BYTES });
  // A failure destroys `gzip`, so the code that reads `gzip` gets the error.
  const compressing = pipeline(disk.read(), gzip, { signal }).catch(() => undefined);
  try {
    return await storeBytes(store, key, gzip, { expectedBytes: disk.bytes });
  } finally {
    gzip.destroy();
    await compressing;
  }
}
