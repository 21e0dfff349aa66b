import { nameAt } from '../domain/zones/transfer/dns-name.js';

const HEADER_OCTETS = 12;
const IN = 1;
const SOA = 6;
const TSIG = 250;

/** A query of a secondary. */
export interface Request {
  readonly id: number;
  readonly flags: number;
  /** In lower case, without the final period. */
  readonly name: string;
  /** The number of the type; undefined for a class other than IN. */
  readonly type: number | undefined;
  /** The octets of the question in the message. */
  readonly question: Buffer;
  /** IXFR: the serial that the secondary has. */
  readonly since: number | undefined;
  /** The offset of the TSIG record, if there is one. */
  readonly signatureAt: number | undefined;
}

/** Decodes a query. @throws Error when the message is not a well-formed query with one question */
export function readRequest(message: Buffer): Request {
  const flags = message.readUInt16BE(2);
  const questions = message.readUInt16BE(4);
  const { name, end } = nameAt(message, HEADER_OCTETS);
  const isInternet = message.readUInt16BE(end + 2) === IN;
  if ((flags & 0xf800) !== 0 || questions !== 1) throw new Error('not a query of one question');
  const question = message.subarray(HEADER_OCTETS, end + 4);
  const records = readRecords(message, end + 4);
  const soa = records.find((record) => record.type === SOA);
  const last = records.at(-1);
  return {
    id: message.readUInt16BE(0),
    flags,
    name: name.toLowerCase(),
    type: isInternet ? message.readUInt16BE(end) : undefined,
    question,
    since: soa && serialAt(message, soa.data),
    signatureAt: last?.type === TSIG ? last.start : undefined,
  };
}

interface RecordOffsets {
  readonly type: number;
  readonly start: number;
  readonly data: number;
}

/** Finds the records of a message. */
function readRecords(message: Buffer, from: number): RecordOffsets[] {
  const count = [6, 8, 10].reduce((sum, offset) => sum + message.readUInt16BE(offset), 0);
  const records: RecordOffsets[] = [];
  for (let start = from; records.length < count;) {
    const { end } = nameAt(message, start);
    const data = end + 10;
    records.push({ type: message.readUInt16BE(end), start, data });
    start = data + message.readUInt16BE(end + 8);
  }
  return records;
}

function serialAt(message: Buffer, data: number): number {
  return message.readUInt32BE(nameAt(message, nameAt(message, data).end).end);
}
