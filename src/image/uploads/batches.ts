import { TooLarge } from '../../shared/errors/errors.js';

/** Bytes per batch: what one step of inflating, hashing and writing takes at a time. */
export const BATCH_BYTES = 1024 * 1024;

/**
 * The source's bytes in batches of at least 1 MiB, but for the last.
 * @throws TooLarge as soon as the source has given more than `maxBytes`.
 */
export async function* batches(source: AsyncIterable<Buffer>, maxBytes: number): AsyncGenerator<Buffer> {
  let gathered: Buffer[] = [];
  let gatheredBytes = 0;
  let totalBytes = 0;
  for await (const chunk of source) {
    totalBytes += chunk.length;
    if (totalBytes > maxBytes) throw new TooLarge();
    gathered.push(chunk);
    gatheredBytes += chunk.length;
    if (gatheredBytes < BATCH_BYTES) continue;
    yield joined(gathered, gatheredBytes);
    gathered = [];
    gatheredBytes = 0;
  }
  if (gatheredBytes > 0) yield joined(gathered, gatheredBytes);
}

function joined(chunks: Buffer[], bytes: number): Buffer {
  return chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks, bytes);
}
