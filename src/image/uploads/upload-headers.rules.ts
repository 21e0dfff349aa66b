import type { IncomingHttpHeaders } from 'node:http';
import { invalid, TooLarge, UnsupportedMediaType } from '../../shared/errors/errors.js';

const OCTET_STREAM = /^application\/octet-stream\s*(?:;|$)/i;

/**
 * Checks the headers of an upload before its body is read (D-128).
 * @throws UnsupportedMediaType, TooLarge; Invalid for a part of the data (RFC 9110, 14.5)
 */
export function requireUploadable(headers: IncomingHttpHeaders, maxBytes: number): void {
  const { 'content-type': type, 'content-encoding': encoding, 'content-length': length } = headers;
  if (type !== undefined && !OCTET_STREAM.test(type.trim())) {
    throw new UnsupportedMediaType('Content-Type', 'application/octet-stream');
  }
  if (encoding !== undefined && encoding.trim().toLowerCase() !== 'identity') {
    throw new UnsupportedMediaType('Content-Encoding', 'identity');
  }
  if (headers['content-range'] !== undefined) throw invalid('Content-Range', 'value_not_valid');
  if (Number(length ?? 0) > maxBytes) throw new TooLarge(maxBytes);
}
