import { createHash } from 'node:crypto';
import { batches } from './batches.js';
import type { ImageStore, ImageWriter } from './store/image-store.port.js';

/** What was stored. */
export interface StoredBytes {
  readonly bytes: number;
  readonly sha256: Buffer;
}

/** Sees every batch, and may refuse the data at its end, before it is moved into place. */
export interface BatchCheck {
  write(batch: Buffer): Promise<void>;
  end(): Promise<void>;
  /** Called in any case, last. */
  destroy(): void;
}

export interface StoreBytesOptions {
  readonly maxBytes?: number;
  readonly expectedBytes?: number;
  readonly check?: BatchCheck;
}

/**
 * Streams the source into the store in constant memory: while one batch is checked and written the next one is read
 * and hashed. The object is in place when it resolves; nothing is left when it rejects.
 * @throws TooLarge over `maxBytes`; whatever the check, the source or the store throws.
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
      // Heard of at the next `await`; until then it must not count as unhandled.
      previous.catch(() => undefined);
    }
  } finally {
    await previous;
  }
  return { bytes, sha256: hash.digest() };
}
