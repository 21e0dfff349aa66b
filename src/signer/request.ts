import { nameAt } from '../domain/zones/transfer/dns-name.js';

const HEADER_OCTETS = 12;
const IN = 1;
const SOA = 6;
const TSIG = 250;

/** A question of a secondary. */
export interface Request {
  readonly id: number;
  readonly flags: number;
  /** In lower case, without the final period. */
  readonly name: string;
  /** The number of the type; undefined for another class than IN. */
  readonly type: number | undefined;
  /** As it stands in the message. */
  readonly question: Buffer;
  /** IXFR: the serial that the secondary has. */
  readonly since: number | undefined;
  /** Where the signature begins, when there is one. */
  readonly signatureAt: number | undefined;
}

/** @throws Error when the message is not a well-formed query with one question */
export function readRequest(message: Buffer): Request {
  const [id, flags, questions] = [0, 2, 4].map((offset) => message.readUInt16BE(offset)) as [
    number,
    number,
    number,
  ];
  const { name, end } = nameAt(message, HEADER_OCTETS);
  const isInternet = message.readUInt16BE(end + 2) === IN;
  if ((flags & 0xf800) !== 0 || questions !== 1) throw new Error('not a query of one question');
  const question = message.subarray(HEADER_OCTETS, end + 4);
  const records = readRecords(message, end + 4);
  const soa = records.find((record) => record.type === SOA);
  const last = records.at(-1);
  return {
    id,
    flags,
    name: name.toLowerCase(),
    type: isInternet ? message.readUInt16BE(end) : undefined,
    question,
    since: soa && serialAt(message, soa.data),
    signatureAt: last?.type === TSIG ? last.start : undefined,
  };
}

interface Place {
  readonly type: number;
  readonly start: number;
  readonly data: number;
}

/** Where the records of the message are, which its length bounds. */
function readRecords(message: Buffer, from: number): Place[] {
  const count = [6, 8, 10].reduce((sum, offset) => sum + message.readUInt16BE(offset), 0);
  const places: Place[] = [];
  for (let start = from; places.length < count;) {
    const { end } = nameAt(message, start);
    const data = end + 10;
    places.push({ type: message.readUInt16BE(end), start, data });
    start = data + message.readUInt16BE(end + 8);
  }
  return places;
}

function serialAt(message: Buffer, data: number): number {
  return message.readUInt32BE(nameAt(message, nameAt(message, data).end).end);
}
