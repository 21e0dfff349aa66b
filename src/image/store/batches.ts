import { TooLarge } from '../../shared/errors/errors.js';

/** The number of bytes that are inflated, hashed and written in one step. */
export const BATCH_BYTES = 1024 * 1024;

/**
 * Joins the source's chunks into batches of at least 1 MiB; the last batch may be shorter.
 * @throws TooLarge as soon as the source exceeds `maxBytes`.
 */
export async function* batches(source: AsyncIterable<Buffer>, maxBytes: number): AsyncGenerator<Buffer> {
  let gathered: Buffer[] = [];
  let gatheredBytes = 0;
  let totalBytes = 0;
  for await (const chunk of source) {
    totalBytes += chunk.length;
    if (totalBytes > maxBytes) throw new TooLarge(maxBytes);
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
