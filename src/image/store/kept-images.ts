import { createHash } from 'node:crypto';
import { NotFound } from '../../shared/errors/errors.js';
import type { ImageStore } from './image-store.port.js';
import { storeBytes } from './store-bytes.js';
import { IMAGES_FOLDER, isImageKey } from './store-keys.rules.js';

/** The object of an image, as the database describes it. */
export interface KeptImage {
  readonly key: string;
  readonly bytes: number;
  /** In hexadecimal. */
  readonly sha256: string;
}

/** The images whose bytes the store must hold: the complete ones. */
export const KEPT_IMAGES = `
  SELECT store_key AS key, stored_bytes::float8 AS bytes, encode(sha256, 'hex') AS sha256
  FROM images WHERE store_key IS NOT NULL ORDER BY id`;

/** Whether the store holds exactly these bytes. */
export async function stateOf(store: ImageStore, image: KeptImage): Promise<'good' | 'missing' | 'damaged'> {
  const hash = createHash('sha256');
  let bytes = 0;
  try {
    for await (const chunk of await store.read(image.key)) {
      hash.update(chunk as Buffer);
      bytes += (chunk as Buffer).length;
    }
  } catch (error) {
    if (error instanceof NotFound) return 'missing';
    throw error;
  }
  return bytes === image.bytes && hash.digest('hex') === image.sha256 ? 'good' : 'damaged';
}

/**
 * Copies the image's bytes to another store.
 * @throws NotFound when the source has none
 */
export async function copyImage(from: ImageStore, to: ImageStore, { key, bytes }: KeptImage): Promise<void> {
  const source = (await from.read(key)) as AsyncIterable<Buffer>;
  await storeBytes(to, key, source, { maxBytes: bytes, expectedBytes: bytes });
}

/** Counts objects with the name of an image that are not among these. */
export async function countUnknown(store: ImageStore, images: readonly KeptImage[]): Promise<number> {
  const known = new Set(images.map(({ key }) => key));
  const unknown = new Set<string>();
  for await (const { key } of store.list(IMAGES_FOLDER)) {
    if (isImageKey(key) && !known.has(key)) unknown.add(key);
  }
  return unknown.size;
}
