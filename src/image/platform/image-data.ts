import type { Request } from 'express';
import type { ByteRange } from '../uploads/store/image-store.port.js';

/** Which part of the bytes to send: all of them, one range, or none because the range lies outside (RFC 9110, 14). */
export type DataPart = { readonly range?: ByteRange } | 'unsatisfiable';

/** Several ranges, malformed ones, and those for another version (`If-Range`) are answered with the whole. */
export function requestedPart(request: Request, bytes: number, etag: string): DataPart {
  const condition = request.headers['if-range'];
  if (condition !== undefined && condition !== etag) return {};
  const ranges = request.range(bytes);
  if (ranges === -1) return 'unsatisfiable';
  if (!Array.isArray(ranges) || ranges.type !== 'bytes' || ranges.length !== 1) return {};
  return { range: { first: ranges[0]!.start, last: ranges[0]!.end } };
}
