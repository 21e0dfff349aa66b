import { createHash } from 'node:crypto';
import { Transform, type TransformCallback } from 'node:stream';

/** Passes bytes through, and computes their SHA-256. */
export class Sha256 extends Transform {
  private readonly hash = createHash('sha256');

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.hash.update(chunk);
    done(null, chunk);
  }

  /** The digest, after the last byte. */
  get hex(): string {
    return this.hash.copy().digest('hex');
  }
}
