import { words } from '../domain/zones/transfer/dns-message.js';
import type { Request } from './request.js';
import { eachRecord } from './record-set.js';

/** A response with the authoritative bit (RFC 1035 section 4.1.1). */
const RESPONSE = 0x8400;
const OPCODE = 0x7800;
/** A message has no more octets of records than this, or one record alone. */
const FULL_OCTETS = 16_384;

/** Splits an answer into messages (RFC 5936 section 2.2). Each has room for a signature. */
export function* answers(request: Request, records: Iterable<Buffer>): Generator<Buffer> {
  let waiting: Buffer[] = [];
  let octets = 0;
  let isFirst = true;
  for (const record of records) {
    if (waiting.length > 0 && octets + record.length > FULL_OCTETS) {
      yield message(request, 0, waiting, isFirst);
      [waiting, octets, isFirst] = [[], 0, false];
    }
    waiting.push(record);
    octets += record.length;
  }
  if (waiting.length > 0) yield message(request, 0, waiting, isFirst);
}

/** Makes an answer that holds only a response code, such as REFUSED. */
export function refusal(request: Request, code: number): Buffer {
  return message(request, code, [], true);
}

function message(
  { id, flags, question }: Request,
  code: number,
  records: readonly Buffer[],
  asksToo: boolean,
): Buffer {
  const head = words(id, RESPONSE | (flags & OPCODE) | code, asksToo ? 1 : 0, records.length, 0, 0);
  return Buffer.concat([head, ...(asksToo ? [question] : []), ...records]);
}

/**
 * Yields the records of an AXFR: the SOA record begins and ends it.
 * @param sets the SOA first
 */
export function* fullTransfer(sets: readonly Buffer[]): Generator<Buffer> {
  const soa = firstOf(sets[0]!);
  for (const set of sets) yield* eachRecord(set);
  yield soa;
}

/**
 * Yields the records of an IXFR (RFC 1995 section 4): the last SOA record, then the removed and the
 * added records of each change, then the last SOA record again.
 * @param changes the removed and the added records, alternately, each with its SOA first
 */
export function* incrementalTransfer(changes: readonly Buffer[]): Generator<Buffer> {
  const soa = firstOf(changes.at(-1)!);
  yield soa;
  for (const records of changes) yield* eachRecord(records);
  yield soa;
}

/** Returns the first record of a set, without its signatures. */
export function firstOf(records: Buffer): Buffer {
  return eachRecord(records).next().value as Buffer;
}
