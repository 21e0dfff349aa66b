import { words } from '../domain/zones/transfer/dns-message.js';
import type { Request } from './request.js';
import { eachRecord } from './record-set.js';

/** A response with the authoritative bit (RFC 1035 section 4.1.1). */
const RESPONSE = 0x8400;
const OPCODE = 0x7800;
/** A message ends with the record that reaches this. */
const FULL_OCTETS = 16_384;

/** The messages that answer a request with these records, which may be many (RFC 5936 section 2.2). Each has room for a signature. */
export function* answers(request: Request, records: Iterable<Buffer>): Generator<Buffer> {
  let waiting: Buffer[] = [];
  let octets = 0;
  let isFirst = true;
  for (const record of records) {
    waiting.push(record);
    octets += record.length;
    if (octets < FULL_OCTETS) continue;
    yield message(request, 0, waiting, isFirst);
    [waiting, octets, isFirst] = [[], 0, false];
  }
  if (waiting.length > 0) yield message(request, 0, waiting, isFirst);
}

/** An answer that is only a code: REFUSED, NOTAUTH. */
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

/** A whole zone: its SOA record begins and ends it. @param sets the SOA first */
export function* wholeZone(sets: readonly Buffer[]): Generator<Buffer> {
  const soa = firstOf(sets[0]!);
  for (const set of sets) yield* eachRecord(set);
  yield soa;
}

/**
 * What changed (RFC 1995 section 4): the last SOA record, then of each change what went and what came, and the last SOA record again.
 * @param changes the records that went and came, alternately, each with its SOA first
 */
export function* transferredChanges(changes: readonly Buffer[]): Generator<Buffer> {
  const soa = firstOf(changes.at(-1)!);
  yield soa;
  for (const records of changes) yield* eachRecord(records);
  yield soa;
}

/** The first record of a set: before its signatures. */
export function firstOf(records: Buffer): Buffer {
  return eachRecord(records).next().value as Buffer;
}
