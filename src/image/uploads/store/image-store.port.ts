import type { Readable } from 'node:stream';

/** Which bytes of an object: first and last, both included. */
export interface ByteRange {
  readonly first: number;
  readonly last: number;
}

/** An object on its way into the store; invisible to `read` until it is committed. */
export interface ImageWriter {
  /** Resolves when the store can take the next batch. */
  write(batch: Buffer): Promise<void>;
  /** Moves everything written into place; once it resolves the bytes survive a crash. */
  commit(): Promise<void>;
  /** Drops what was written. Never rejects: what it can't drop stays listed. */
  abort(): Promise<void>;
}

/**
 * Where the bytes of images are: a folder or S3-compatible storage. Keys are never used twice, so an object never
 * changes. Whatever goes wrong in the storage is told as `Unavailable` (503), with the cause in it.
 */
export interface ImageStore {
  /** @param expectedBytes what is known of the size beforehand, for stores that must plan their parts. */
  create(key: string, expectedBytes?: number): Promise<ImageWriter>;
  /** @throws NotFound when nothing is stored under the key. */
  read(key: string, range?: ByteRange): Promise<Readable>;
  /** Removes the object and what an unfinished writer left under its key; no matter if there is nothing. */
  delete(key: string): Promise<void>;
  /** Every key with an object or with the remains of an unfinished writer, in no order, perhaps more than once. */
  keys(): AsyncIterable<string>;
}

/** The injection token of `ImageStore`. */
export const IMAGE_STORE = Symbol('ImageStore');
