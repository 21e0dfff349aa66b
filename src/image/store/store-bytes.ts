import { createHash } from 'node:crypto';
import { batches } from './batches.js';
import type { ImageStore, ImageWriter } from './image-store.port.js';

/** The length and SHA-256 of a stored object. */
export interface StoredBytes {
  readonly bytes: number;
  readonly sha256: Buffer;
}

/** Checks the data batch by batch, and completely before the commit. */
export interface BatchCheck {
  write(batch: Buffer): Promise<void>;
  end(): Promise<void>;
  /** Called last, and always. */
  destroy(): void;
}

interface StoreBytesOptions {
  readonly maxBytes?: number;
  readonly expectedBytes?: number;
  readonly check?: BatchCheck;
}

/**
 * Streams the source into the store in constant memory: checks and writes one batch while it reads
 * and hashes the next. Resolves when the object is committed; when it rejects, the store holds
 * nothing.
 * @param expectedBytes the size if known; the S3 store sizes its parts by it
 * @throws TooLarge over `maxBytes`; the errors of the check, the source and the store
 */
export async function storeBytes(
  store: ImageStore,
  key: string,
  source: AsyncIterable<Buffer>,
  { maxBytes = Infinity, expectedBytes, check }: StoreBytesOptions = {},
): Promise<StoredBytes> {
  const writer = await store.create(key, expectedBytes);
  try {
    const stored = await copy(batches(source, maxBytes), writer, check);
    await check?.end();
    await writer.commit();
    return stored;
  } catch (error) {
    await writer.abort();
    throw error;
  } finally {
    check?.destroy();
  }
}

async function copy(
  source: AsyncIterable<Buffer>,
  writer: ImageWriter,
  check?: BatchCheck,
): Promise<StoredBytes> {
  const hash = createHash('sha256');
  let bytes = 0;
  let previous: Promise<unknown> = Promise.resolve();
  try {
    for await (const batch of source) {
      hash.update(batch);
      bytes += batch.length;
      await previous;
      previous = Promise.all([check?.write(batch), writer.write(batch)]);
      // The next `await` throws the failure; until then Node must not count it as unhandled.
      previous.catch(() => undefined);
    }
  } finally {
    await previous;
  }
  return { bytes, sha256: hash.digest() };
}
