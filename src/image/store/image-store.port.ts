import type { Readable } from 'node:stream';

/** A range of an object's bytes; both ends are included. */
export interface ByteRange {
  readonly first: number;
  readonly last: number;
}

/** An object or an unfinished writer in the store. */
export interface StoredObject {
  readonly key: string;
  /** The time of the last change, by the store's clock. */
  readonly modified: Date;
}

/** An object that is being written. `read` can't see it before the commit. */
export interface ImageWriter {
  /** Resolves when the store can accept the next batch. */
  write(batch: Buffer): Promise<void>;
  /** Makes the object readable. After it resolves, the bytes survive a crash. */
  commit(): Promise<void>;
  /** Deletes what was written. Never rejects: what remains stays in `list`. */
  abort(): Promise<void>;
}

/**
 * The bytes of images: a folder, or a bucket of S3-compatible storage. No key is used twice, so an
 * object never changes. Failures of the storage are thrown as `Unavailable` (503) with their cause.
 */
export interface ImageStore {
  /** @param expectedBytes the size if it is known beforehand. */
  create(key: string, expectedBytes?: number): Promise<ImageWriter>;
  /** @throws NotFound if the store has no object with this key. */
  read(key: string, range?: ByteRange): Promise<Readable>;
  /** Removes the object and the remains of an unfinished writer of this key, if there are any. */
  delete(key: string): Promise<void>;
  /**
   * The objects and unfinished writers of one folder, in no order; a key may come twice.
   * @param folder the keys' beginning, with its `/` at the end; `''` lists the keys without a `/`.
   */
  list(folder: string): AsyncIterable<StoredObject>;
  /** The text of a small object; undefined if there is none. */
  readText(key: string): Promise<string | undefined>;
  /** Writes a small object, or replaces it. */
  writeText(key: string, text: string): Promise<void>;
}

/** The injection token of `ImageStore`. */
export const IMAGE_STORE = Symbol('ImageStore');
