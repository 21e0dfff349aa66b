import { randomInt } from 'node:crypto';
import { messages, TransferError } from '../../zones/transfer/axfr.js';
import { connectToAny } from '../../zones/transfer/connect.js';
import {
  decodeResponse,
  isAnswerTo,
  question,
  withLength,
  type Asked,
  type Message,
} from '../../zones/transfer/dns-message.js';

const RECURSION_DESIRED = 0x0100;

export interface Query extends Asked {
  readonly recursive: boolean;
}

/** The server of a query. Its first address that accepts a connection gets the query. */
export interface Server {
  readonly addresses: readonly string[];
  readonly port: number;
  /** See `connectToAny`. */
  readonly sourceIps: readonly string[];
}

/** The bounds of one query. */
export interface AskBounds {
  readonly connectMs: number;
  readonly answerMs: number;
  readonly maxBytes: number;
  /** Of all sections. The thread that answers requests decodes the answer. */
  readonly maxRecords: number;
}

/**
 * Sends one query over TCP, where only the server can answer, with up to 65,535 octets.
 * @param signal ends the query when it aborts
 * @throws Error when no well-formed, complete answer to this query comes within the bounds
 */
export async function askServer(
  { addresses, port, sourceIps }: Server,
  query: Query,
  { connectMs, answerMs, maxBytes, maxRecords }: AskBounds,
  signal: AbortSignal,
): Promise<Message> {
  const ends = AbortSignal.any([signal, AbortSignal.timeout(answerMs)]);
  const socket = await connectToAny(addresses, sourceIps, { port, connectMs }, ends);
  const id = randomInt(0x10000);
  try {
    socket.write(withLength(question(query, id, query.recursive ? RECURSION_DESIRED : 0)));
    for await (const message of messages(socket, id, maxBytes)) {
      const answer = decodeResponse(message, { authorities: true, maxRecords });
      if (!isAnswerTo(answer, query)) throw new TransferError('an answer to another question');
      if (answer.truncated) throw new TransferError('a truncated answer');
      return answer;
    }
    throw new TransferError('the connection ended before the answer');
  } finally {
    socket.destroy();
  }
}
