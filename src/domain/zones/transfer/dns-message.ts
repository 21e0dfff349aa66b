import { nameAt } from './dns-name.js';
import { dataOf, typeName, typeNumber } from './dns-data.js';

/** A resource record of a zone transfer. The form of `data` depends on `type` (dns-data.ts). */
export interface ResourceRecord {
  /** The mnemonic of a well-known type, otherwise `TYPE` and its number (RFC 3597). */
  readonly type: string;
  /** `IN`, otherwise `CLASS` and its number. */
  readonly class?: string;
  /**
   * In presentation format without the final period; `\DDD` for an octet outside printable ASCII.
   */
  readonly name: string;
  readonly ttl?: number;
  readonly data?: unknown;
}

/** The name and type of a question. */
export interface Asked {
  /** Without the final period; `.` is the root. */
  readonly name: string;
  /** The mnemonic of a well-known type, otherwise `TYPE` and its number. */
  readonly type: string;
}

/** A response without its additional section. */
export interface Message {
  /** Absent in a response without a question: later messages of a transfer, and some errors. */
  readonly question?: Asked & { readonly class: string };
  readonly rcode: number;
  readonly authoritative: boolean;
  readonly truncated: boolean;
  readonly answers: readonly ResourceRecord[];
  /** Empty unless the caller asks for them: a zone transfer does not use them. */
  readonly authorities: readonly ResourceRecord[];
  /** The number of resource records in all sections, as the header states it. */
  readonly recordCount: number;
}

const HEADER_LENGTH = 12;
const IN = 1;

/**
 * Makes a message with one question of class IN and without records.
 * @param flags the second word of the header: opcode and flags (RFC 1035 section 4.1.1)
 */
export function question({ name, type }: Asked, id: number, flags = 0): Buffer {
  return Buffer.concat([words(id, flags, 1, 0, 0, 0), wireName(name), words(typeNumber(type), IN)]);
}

/** Puts the length before a message, as TCP requires it (RFC 1035 section 4.2.2). */
export function withLength(message: Buffer): Buffer {
  return Buffer.concat([words(message.length), message]);
}

/**
 * Encodes a name in wire format without compression.
 * @param name without escapes; `.` is the root
 */
export function wireName(name: string): Buffer {
  const labels = name
    .split('.')
    .filter(Boolean)
    .flatMap((label) => [Buffer.of(label.length), Buffer.from(label, 'ascii')]);
  return Buffer.concat([...labels, Buffer.of(0)]);
}

/** Returns the id of a message; undefined when the message is too short for a header. */
export function idOf(message: Buffer): number | undefined {
  return message.length < HEADER_LENGTH ? undefined : message.readUInt16BE(0);
}

/** Whether a response repeats the question. Names are not case-sensitive (RFC 4343). */
export function isAnswerTo({ question }: Message, { name, type }: Asked): boolean {
  return (
    question?.class === 'IN' && question.type === type && question.name.toLowerCase() === name.toLowerCase()
  );
}

/**
 * Decodes a response (RFC 1035 section 4.1). The length of the message bounds the cost: other
 * sections are counted and not decoded, and a name has a maximum number of pointers.
 * @param opcode of the response; by default QUERY
 * @param maxRecords of all sections, as the header states it
 * @throws Error when the message is not a well-formed response with that opcode, or has more
 * records
 */
export function decodeResponse(
  message: Buffer,
  { authorities = false, maxRecords = Infinity, opcode = 0 } = {},
): Message {
  const [flags, questions, answerCount, authorityCount, additionalCount] = [2, 4, 6, 8, 10].map((offset) =>
    message.readUInt16BE(offset),
  ) as [number, number, number, number, number];
  if ((flags & 0xf800) !== (0x8000 | (opcode << 11))) throw new Error('not a response to the message');
  if (questions > 1) throw new Error('more than one question');
  const recordCount = answerCount + authorityCount + additionalCount;
  if (recordCount > maxRecords) throw new Error(`more than ${maxRecords} records`);
  const asked: ReturnType<typeof questionAt> = questions === 1 ? questionAt(message) : { end: HEADER_LENGTH };
  let offset = asked.end;
  const records: ResourceRecord[] = [];
  for (let left = answerCount + (authorities ? authorityCount : 0); left > 0; left--) {
    const { record, end } = recordAt(message, offset);
    records.push(record);
    offset = end;
  }
  return {
    question: asked.question,
    rcode: flags & 0xf,
    authoritative: (flags & 0x0400) !== 0,
    truncated: (flags & 0x0200) !== 0,
    answers: records.slice(0, answerCount),
    authorities: records.slice(answerCount),
    recordCount,
  };
}

function questionAt(message: Buffer): { question?: Message['question']; end: number } {
  const { name, end } = nameAt(message, HEADER_LENGTH);
  const type = typeName(message.readUInt16BE(end));
  return { question: { name, type, class: className(message.readUInt16BE(end + 2)) }, end: end + 4 };
}

function recordAt(message: Buffer, start: number): { record: ResourceRecord; end: number } {
  const { name, end: offset } = nameAt(message, start);
  const type = typeName(message.readUInt16BE(offset));
  const dataStart = offset + 10;
  const end = dataStart + message.readUInt16BE(offset + 8);
  if (end > message.length) throw new Error('a record that ends after its message');
  const record = {
    type,
    class: className(message.readUInt16BE(offset + 2)),
    name,
    ttl: message.readUInt32BE(offset + 4),
    data: dataOf(type, message, dataStart, end),
  };
  return { record, end };
}

function className(number: number): string {
  return number === IN ? 'IN' : `CLASS${number}`;
}

/** Encodes 16-bit numbers in wire format. */
export function words(...values: number[]): Buffer {
  const buffer = Buffer.alloc(2 * values.length);
  values.forEach((value, index) => buffer.writeUInt16BE(value, 2 * index));
  return buffer;
}
