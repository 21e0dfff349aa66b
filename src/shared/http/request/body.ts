import { raw, type Request, type Response } from 'express';
import { expectText } from './expect-body.js';
import { invalid, TooLarge, UnsupportedMediaType } from '../../errors/errors.js';

const MAX_BYTES = 1024 * 1024;
const MAX_DEPTH = 512;
const MEDIA_TYPE = /^application\/json\s*(?:;\s*charset\s*=\s*"?utf-8"?\s*)?$/i;

const readRaw = raw({ type: () => true, limit: MAX_BYTES, inflate: false });
const NOTHING = Buffer.alloc(0);
const utf8 = new TextDecoder('utf-8', { fatal: true });

/** A JSON body (D-17, D-18): the object and the text that it was sent as; nothing sent is `{}`. */
export interface JsonBody {
  readonly value: Record<string, unknown>;
  readonly text: string;
}

/**
 * Reads and parses the body of a request whose caller is known to be let in.
 * @throws TooLarge, UnsupportedMediaType, Invalid
 */
export async function readBody(request: Request & { bodyBytes?: Buffer }): Promise<JsonBody> {
  const length = Number(request.headers['content-length']);
  // Refused at once: what follows would first be read to its end.
  if (length > MAX_BYTES) throw new TooLarge(MAX_BYTES);
  // Nothing has no encoding, whatever its header says (D-18).
  const bytes = length === 0 ? NOTHING : await readBytes(request);
  request.bodyBytes = bytes;
  if (bytes.length === 0) return { value: {}, text: '{}' };
  const type = request.headers['content-type'];
  if (type !== undefined && !MEDIA_TYPE.test(type.trim()))
    throw new UnsupportedMediaType('Content-Type', 'application/json');
  return parseBody(bytes);
}

/** Whether the whole body is here already, as a small one is that came with its headers. */
export async function hasArrived(request: Request): Promise<boolean> {
  const { headers } = request;
  const length =
    headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : Infinity;
  if (length === 0) return true;
  // Node hands over what came with the headers before it runs what awaits, but tells of the end only after that.
  await Promise.resolve();
  return request.complete || request.readableLength >= length;
}

/** @throws Invalid for anything but a JSON object in UTF-8, nested at most 512 deep. */
export function parseBody(bytes: Buffer): JsonBody {
  const { value, text } = parseJson(bytes);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw invalid('', 'body_not_object', { expected: { type: 'object' } });
  }
  return { value: value as Record<string, unknown>, text };
}

function parseJson(bytes: Buffer): { value: unknown; text: string } {
  try {
    const text = utf8.decode(bytes);
    if (isTooDeep(bytes)) throw new SyntaxError('nested too deep');
    return { value: JSON.parse(text), text };
  } catch {
    throw invalid('', 'invalid_json');
  }
}

async function readBytes(request: Request): Promise<Buffer> {
  expectText(request);
  await new Promise<void>((resolve, reject) => {
    readRaw(request, request.res as Response, (error?: unknown) => {
      if (error) reject(bodyError(error as { type?: string }));
      else resolve();
    });
  });
  return Buffer.isBuffer(request.body) ? request.body : mustHaveNone(request);
}

/** The library reads nothing of a connection that its sender has closed: what was on its way is not what was meant. */
function mustHaveNone({ headers }: Request): Buffer {
  const isAnnounced = headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
  if (isAnnounced) throw invalid('', 'invalid_json');
  return NOTHING;
}

function bodyError(error: { type?: string }): unknown {
  if (error.type === 'encoding.unsupported') return new UnsupportedMediaType('Content-Encoding', 'identity');
  return error.type === 'entity.too.large' ? new TooLarge(MAX_BYTES) : invalid('', 'invalid_json');
}

/** Counts brackets outside strings: JSON.parse would recurse on each. The root counts as 1 (D-188). */
function isTooDeep(bytes: Buffer): boolean {
  if (bytes.length <= MAX_DEPTH) return false;
  let depth = 0;
  let inString = false;
  for (let index = 0; index < bytes.length; index++) {
    const byte = bytes[index];
    if (inString) {
      if (byte === BACKSLASH) index++;
      else if (byte === QUOTE) inString = false;
    } else if (byte === QUOTE) inString = true;
    else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
      if (++depth > MAX_DEPTH) return true;
    } else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) depth--;
  }
  return false;
}

const [QUOTE, BACKSLASH, OPEN_BRACE, CLOSE_BRACE, OPEN_BRACKET, CLOSE_BRACKET] = Buffer.from('"\\{}[]');
