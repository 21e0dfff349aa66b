import { TooLarge } from '../../shared/errors/errors.js';

/** The number of bytes that are inflated, hashed and written in one step. */
export const BATCH_BYTES = 1024 * 1024;

/**
 * Joins the source's chunks into batches of 1 MiB; the last batch may be shorter. Fills two buffers
 * in turn: a batch is valid until the caller asks for the batch after the next one. With a new
 * buffer for each batch, V8 collected the whole heap a third more often.
 * @throws TooLarge as soon as the source exceeds `maxBytes`.
 */
export async function* batches(source: AsyncIterable<Buffer>, maxBytes: number): AsyncGenerator<Buffer> {
  let [filling, other] = [Buffer.allocUnsafe(BATCH_BYTES), Buffer.allocUnsafe(BATCH_BYTES)];
  let filledBytes = 0;
  let totalBytes = 0;
  for await (const chunk of source) {
    totalBytes += chunk.length;
    if (totalBytes > maxBytes) throw new TooLarge(maxBytes);
    for (let at = 0; at < chunk.length;) {
      const copied = chunk.copy(filling, filledBytes, at);
      at += copied;
      filledBytes += copied;
      if (filledBytes < BATCH_BYTES) continue;
      yield filling;
      [filling, other] = [other, filling];
      filledBytes = 0;
    }
  }
  if (filledBytes > 0) yield filling.subarray(0, filledBytes);
}
