import { randomInt } from 'node:crypto';
import type { Socket } from 'node:net';
import {
  decodeResponse,
  idOf,
  isAnswerTo,
  question,
  withLength,
  type Asked,
  type ResourceRecord,
} from './dns-message.js';

/** The bounds of one transfer (D-110), and the port. */
export interface AxfrBounds {
  readonly port: number;
  readonly connectMs: number;
  readonly totalMs: number;
  readonly maxBytes: number;
  /** Of resource records of all types and sections. A signed zone has several per stored record. */
  readonly maxRecords: number;
  /**
   * Of the records to store. In their text form, octets outside of ASCII take four times as much
   * memory.
   */
  readonly maxCharacters: number;
}

export const AXFR_BOUNDS: AxfrBounds = {
  port: 53,
  connectMs: 10_000,
  totalMs: 60_000,
  maxBytes: 64 * 1024 * 1024,
  maxRecords: 100_000,
  maxCharacters: 128 * 1024 * 1024,
};

/** The peer did not send the complete zone within the bounds. The message is only for the log. */
export class TransferError extends Error {}

const NOERROR = 0;
const AXFR = 'TYPE252';
/** The length and the id: the octets that show whether a peer speaks DNS. */
const ID_END = 4;

/**
 * Requests a zone and yields its records, from the opening SOA to the closing SOA, which must be
 * equal (RFC 5936, D-193). The zone is complete only when the generator has returned.
 * @param socket connected. The generator closes it. Destroying it ends the transfer.
 * @throws TransferError, and the errors of the socket
 */
export async function* axfr(
  domain: string,
  socket: Socket,
  bounds: AxfrBounds,
): AsyncGenerator<readonly ResourceRecord[]> {
  const id = randomInt(0x10000);
  const asked = { name: domain, type: AXFR };
  try {
    socket.write(withLength(question(asked, id)));
    let opening: ResourceRecord | undefined;
    let records = 0;
    for await (const message of messages(socket, id, bounds.maxBytes)) {
      const { answers, recordCount } = decoded(message, id, asked);
      opening ??= openingSoa(answers, domain);
      records += recordCount;
      if (records > bounds.maxRecords) throw new TransferError(`more than ${bounds.maxRecords} records`);
      const end = answers.findIndex((answer) => answer.type === 'SOA' && answer !== opening);
      yield end === -1 ? answers : answers.slice(0, end);
      if (end !== -1) return requireClosingSoa(opening, answers[end]);
    }
    throw new TransferError(`the connection ended before the closing SOA, after ${records} records`);
  } finally {
    socket.destroy();
  }
}

/**
 * Yields the DNS messages of a connection, without their length prefixes.
 * @throws TransferError when a message has another id, or all have more than `maxBytes` together
 */
export async function* messages(socket: Socket, id: number, maxBytes: number): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0);
  let bytes = 0;
  for await (const chunk of socket as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new TransferError(`more than ${maxBytes} bytes`);
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    // Check the id before the message is complete: a peer without DNS may never send the length
    // that its first octets seem to announce.
    if (rest.length >= ID_END && rest.readUInt16BE(2) !== id)
      throw new TransferError('an answer with another id');
    while (rest.length >= 2 && rest.length >= 2 + rest.readUInt16BE(0)) {
      const end = 2 + rest.readUInt16BE(0);
      yield rest.subarray(2, end);
      rest = rest.subarray(end);
    }
  }
}

function decoded(bytes: Buffer, id: number, asked: Asked) {
  if (idOf(bytes) !== id) throw new TransferError('an answer with another id');
  const message = decodedOrThrow(bytes);
  // Only the first message has to repeat the question (RFC 5936 section 2.2.1).
  if (message.question && !isAnswerTo(message, asked))
    throw new TransferError('an answer to another question');
  if (message.truncated) throw new TransferError('a truncated answer');
  if (message.rcode !== NOERROR) throw new TransferError(`RCODE ${message.rcode}`);
  return message;
}

function decodedOrThrow(bytes: Buffer) {
  try {
    return decodeResponse(bytes);
  } catch (cause) {
    throw new TransferError(`not a valid DNS message: ${(cause as Error).message}`, { cause });
  }
}

function openingSoa(answers: readonly ResourceRecord[], domain: string): ResourceRecord {
  const [first] = answers;
  if (first?.type !== 'SOA' || first.name.toLowerCase() !== domain) {
    throw new TransferError('no SOA of the domain at the start');
  }
  return first;
}

function requireClosingSoa(opening: ResourceRecord, closing: ResourceRecord | undefined): void {
  // Only the names are texts. Their case may differ (RFC 4343): a compressed name has the case of
  // the name to which it points.
  const textOf = ({ name, data }: ResourceRecord) => JSON.stringify([name, data]).toLowerCase();
  if (!closing || textOf(closing) !== textOf(opening))
    throw new TransferError('another SOA at the end than at the start');
}
