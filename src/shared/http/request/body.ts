import { raw, type Request, type Response } from 'express';
import { expectText } from './expect-body.js';
import { Turns, type TurnTaker } from '../../limits/turns.js';
import { invalid, TooLarge, UnsupportedMediaType } from '../../errors/errors.js';
import { isObject } from '../../validation/is-object.js';

const MAX_BYTES = 1024 * 1024;
const MAX_DEPTH = 512;
const IS_UTF8 = /^charset\s*=\s*"?utf-8"?$/;

/** A smaller one is parsed in a millisecond. */
const LARGE_BYTES = 64 * 1024;
/**
 * Large bodies are parsed one after the other, by accounts in turn. In between, other work runs for
 * as long, 50 ms at most.
 */
const LARGE_BODIES = new Turns({ account: 1, process: 1 }, Infinity, (parsedMs) => Math.min(parsedMs, 50));

/**
 * Requests with a large body, from its first byte to the end of the response: until then its bytes
 * and what was made of them stay in memory. Further ones of the account wait, unread.
 */
const LARGE_REQUESTS = new Turns({ account: 4, process: Infinity }, Infinity);

const EMPTY = Buffer.alloc(0);
const utf8 = new TextDecoder('utf-8', { fatal: true });

/** A JSON body (D-17, D-18): the object and its text. An empty body is `{}`. */
interface JsonBody {
  readonly value: Readonly<Record<string, unknown>>;
  readonly text: string;
}

type ReadRequest = Request & { bodyBytes?: Buffer };

/**
 * Reads and parses the body of a request that the guards have admitted.
 * @param taker whose turns a large body takes
 * @throws TooLarge, UnsupportedMediaType, Invalid
 */
export async function readBody(
  request: ReadRequest,
  taker: TurnTaker,
  maxBytes = MAX_BYTES,
): Promise<JsonBody> {
  const bytes = await readOf(request, taker, 'application/json', maxBytes);
  if (bytes.length === 0) return { value: {}, text: '{}' };
  if (bytes.length < LARGE_BYTES) return parseBody(bytes);
  return LARGE_BODIES.run(taker, () => Promise.resolve(parseBody(bytes)));
}

/**
 * As `readBody`, for a text of another media type.
 * @returns one character per octet
 * @throws TooLarge, UnsupportedMediaType
 */
export async function readText(
  request: ReadRequest,
  taker: TurnTaker,
  type: string,
  maxBytes = MAX_BYTES,
): Promise<string> {
  return (await readOf(request, taker, type, maxBytes)).toString('latin1');
}

async function readOf(
  request: ReadRequest,
  taker: TurnTaker,
  type: string,
  maxBytes: number,
): Promise<Buffer> {
  const length = Number(request.headers['content-length']);
  // Refuses before the service reads the body.
  if (length > maxBytes) throw new TooLarge(maxBytes);
  if (isLarge(request)) await takeUntilAnswered(request.res!, taker);
  // The service ignores Content-Encoding on an empty body (D-18).
  const bytes = length === 0 ? EMPTY : await readBytes(request, maxBytes);
  request.bodyBytes = bytes;
  const sent = request.headers['content-type'];
  if (bytes.length > 0 && sent !== undefined && !isOfType(sent, type))
    throw new UnsupportedMediaType('Content-Type', type);
  return bytes;
}

/**
 * Whether a Content-Type is the media type, in UTF-8 if it names a charset. A semicolon without a
 * parameter has no meaning (RFC 9110, 5.6.6).
 */
function isOfType(sent: string, type: string): boolean {
  const [name = '', ...parameters] = sent.split(';').map((part) => part.trim().toLowerCase());
  return name === type && parameters.every((parameter) => parameter === '' || IS_UTF8.test(parameter));
}

/** Whether the body is or may be large: without a length, it may. */
function isLarge({ headers }: Request): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) >= LARGE_BYTES;
}

async function takeUntilAnswered(response: Response, taker: TurnTaker): Promise<void> {
  await LARGE_REQUESTS.take(taker);
  const end = () => LARGE_REQUESTS.end(taker);
  // The client may have disconnected during the wait.
  if (response.closed) end();
  else response.once('close', end);
}

/**
 * Whether the complete body has arrived. A small body often arrives together with the headers. A
 * large one waits for its turns.
 */
export async function hasArrived(request: Request): Promise<boolean> {
  if (isLarge(request)) return false;
  const length = Number(request.headers['content-length'] ?? 0);
  if (length === 0) return true;
  // Node provides the bytes that came with the headers before promises continue, but emits `end`
  // only after that.
  await Promise.resolve();
  return request.complete || request.readableLength >= length;
}

/** @throws Invalid unless the bytes are a JSON object in UTF-8, nested at most 512 deep */
function parseBody(bytes: Buffer): JsonBody {
  const { value, text } = parseJson(bytes);
  if (!isObject(value)) throw invalid('', 'body_not_object', { expected: { type: 'object' } });
  return { value, text };
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

async function readBytes(request: Request, maxBytes: number): Promise<Buffer> {
  expectText(request);
  await new Promise<void>((resolve, reject) => {
    readerOf(maxBytes)(request, request.res as Response, (error?: unknown) => {
      if (error) reject(bodyError(error as { type?: string }, maxBytes));
      else resolve();
    });
  });
  return Buffer.isBuffer(request.body) ? request.body : requireNoBody(request);
}

/**
 * The library returns no body when the client closed the connection early. Refuses a request that
 * announced a body.
 */
function requireNoBody({ headers }: Request): Buffer {
  const isAnnounced = headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
  if (isAnnounced) throw invalid('', 'invalid_json');
  return EMPTY;
}

/** Express's reader of bodies up to a number of bytes. */
function readerOf(maxBytes: number): ReturnType<typeof raw> {
  const reader = readers.get(maxBytes) ?? raw({ type: () => true, limit: maxBytes, inflate: false });
  readers.set(maxBytes, reader);
  return reader;
}

const readers = new Map<number, ReturnType<typeof raw>>();

function bodyError(error: { type?: string }, maxBytes: number): unknown {
  if (error.type === 'encoding.unsupported') return new UnsupportedMediaType('Content-Encoding', 'identity');
  return error.type === 'entity.too.large' ? new TooLarge(maxBytes) : invalid('', 'invalid_json');
}

/**
 * Counts brackets outside strings, because JSON.parse recurses on each. The root counts as 1
 * (D-188).
 */
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
