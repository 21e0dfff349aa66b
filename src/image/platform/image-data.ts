import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Request, Response } from 'express';
import { RangeNotSatisfiable } from '../../shared/errors/errors.js';
import { setResponseHeaders } from '../../shared/http/response/response-headers.js';
import type { ByteRange } from '../store/image-store.port.js';

/** The bytes of an available image. */
export interface ImageData {
  readonly bytes: number;
  readonly sha256: Buffer;
  read(range?: ByteRange): Promise<Readable>;
}

/**
 * Answers with all bytes, or with the one requested range (RFC 9110, 14).
 * @throws RangeNotSatisfiable
 */
export async function sendImageData(data: ImageData, request: Request, response: Response): Promise<void> {
  const etag = `"${data.sha256.toString('hex')}"`;
  const part = requestedPart(request, data.bytes, etag);
  const stream = request.method === 'HEAD' ? undefined : await data.read(part);
  setResponseHeaders(request, response);
  response.set({ ETag: etag, 'Accept-Ranges': 'bytes', 'Content-Type': 'application/gzip' });
  const { first, last } = part ?? { first: 0, last: data.bytes - 1 };
  response.set('Content-Length', `${last - first + 1}`);
  if (part) response.status(206).set('Content-Range', `bytes ${first}-${last}/${data.bytes}`);
  if (stream) await sendBytes(stream, response);
  else response.end();
}

/** Fails when the store fails; a client that disconnects is no error. */
async function sendBytes(bytes: Readable, response: Response): Promise<void> {
  let isClientGone = response.closed;
  // A failure of the store ends `bytes` first.
  response.once('close', () => (isClientGone = !bytes.readableAborted));
  await pipeline(bytes, response).catch((error: unknown) => {
    if (!isClientGone) throw error;
  });
}

/**
 * The requested range. Undefined for all bytes: without a range, with several or a malformed one,
 * for another version (`If-Range`), and for HEAD (RFC 9110, 14.2: only GET has ranges).
 * @throws RangeNotSatisfiable, also for a range that ends before it begins (14.1.1)
 */
function requestedPart(request: Request, bytes: number, etag: string): ByteRange | undefined {
  const condition = request.headers['if-range'];
  if (condition !== undefined && condition !== etag) return undefined;
  const [, from, to] = /^bytes=(?!-$)(\d*)-(\d*)$/i.exec(request.headers.range ?? '') ?? [];
  if (request.method !== 'GET' || from === undefined) return undefined;
  // The last N bytes are all of them when there are fewer.
  const first = from ? Number(from) : Math.max(0, bytes - Number(to));
  const last = from && to ? Math.min(Number(to), bytes - 1) : bytes - 1;
  if (first > last) throw new RangeNotSatisfiable(bytes);
  return { first, last };
}
