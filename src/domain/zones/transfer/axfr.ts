import { randomInt } from 'node:crypto';
import type { Socket } from 'node:net';
import dnsPacket, { type Answer } from 'dns-packet';

/** Bounds of one transfer (D-110), and the port. */
export interface AxfrBounds {
  readonly port: number;
  readonly connectMs: number;
  readonly totalMs: number;
  readonly maxBytes: number;
  /** Resource records of any type: a signed zone has several for each that is stored. */
  readonly maxRecords: number;
}

export const AXFR_BOUNDS: AxfrBounds = {
  port: 53,
  connectMs: 10_000,
  totalMs: 60_000,
  maxBytes: 64 * 1024 * 1024,
  maxRecords: 100_000,
};

/** The peer did not send the whole zone within the bounds; the message is for the log only. */
export class TransferError extends Error {}

const ID_END = 4;

/**
 * A zone's records as its nameserver sends them, from the opening SOA to the last before the closing one, which must
 * equal it (RFC 5936, D-193). Nothing is known of the zone's wholeness before the end.
 * @param socket connected; it is closed at the end, and whoever destroys it ends the transfer
 * @throws TransferError and whatever the socket throws
 */
export async function* axfr(domain: string, socket: Socket, bounds: AxfrBounds): AsyncGenerator<Answer[]> {
  const id = randomInt(0x10000);
  try {
    socket.write(question(domain, id));
    let opening: Answer | undefined;
    let records = 0;
    for await (const message of messages(socket, id, bounds.maxBytes)) {
      const answers = answersOf(message, id);
      opening ??= openingSoa(answers, domain);
      records += answers.length;
      if (records > bounds.maxRecords) throw new TransferError(`more than ${bounds.maxRecords} records`);
      const end = answers.findIndex((answer) => answer.type === 'SOA' && answer !== opening);
      yield end === -1 ? answers : answers.slice(0, end);
      if (end !== -1) return mustClose(opening, answers[end]);
    }
    throw new TransferError(`the connection ended before the closing SOA, after ${records} records`);
  } finally {
    socket.destroy();
  }
}

function question(domain: string, id: number): Buffer {
  return framed(
    dnsPacket.encode({ type: 'query', id, questions: [{ type: 'AXFR', class: 'IN', name: domain }] }),
  );
}

/** Over TCP a message follows its length in two octets (RFC 1035 section 4.2.2). */
function framed(message: Buffer): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(message.length);
  return Buffer.concat([length, message]);
}

async function* messages(socket: Socket, id: number, maxBytes: number): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0);
  let bytes = 0;
  for await (const chunk of socket as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new TransferError(`more than ${maxBytes} bytes`);
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    // Whoever does not speak DNS is known by the first octets: no need to wait for the message they seem to announce.
    if (rest.length >= ID_END && rest.readUInt16BE(2) !== id)
      throw new TransferError('an answer with another id');
    while (rest.length >= 2 && rest.length >= 2 + rest.readUInt16BE(0)) {
      const end = 2 + rest.readUInt16BE(0);
      yield rest.subarray(2, end);
      rest = rest.subarray(end);
    }
  }
}

function answersOf(message: Buffer, id: number): Answer[] {
  const packet = decoded(message);
  if (packet.id !== id) throw new TransferError('an answer with another id');
  if (packet.type !== 'response' || packet.opcode !== 'QUERY')
    throw new TransferError('no answer to a query');
  if (packet.flag_tc) throw new TransferError('a truncated answer');
  if (packet.rcode !== 'NOERROR') throw new TransferError(packet.rcode);
  return packet.answers;
}

function decoded(message: Buffer) {
  try {
    return dnsPacket.decode(message);
  } catch (cause) {
    throw new TransferError('a message that is none', { cause });
  }
}

function openingSoa(answers: readonly Answer[], domain: string): Answer {
  const [first] = answers;
  if (first?.type !== 'SOA' || first.name.toLowerCase() !== domain) {
    throw new TransferError('no SOA of the domain at the start');
  }
  return first;
}

function mustClose(opening: Answer, closing: Answer | undefined): void {
  const same =
    closing?.name.toLowerCase() === opening.name.toLowerCase() &&
    JSON.stringify(closing.data) === JSON.stringify(opening.data);
  if (!same) throw new TransferError('another SOA at the end than at the start');
}
