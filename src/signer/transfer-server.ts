import { once } from 'node:events';
import { createSocket } from 'node:dgram';
import { createServer, isIPv6, type Socket } from 'node:net';
import { isDrained } from '../shared/networking/is-drained.js';
import type { ServerAddress } from '../shared/networking/server-address.rules.js';
import { withLength } from '../domain/zones/transfer/dns-message.js';
import type { TransferAnswers } from './transfer-answers.js';

const MAX_CONNECTIONS = 200;
const IDLE_MS = 30_000;

/**
 * Listens for secondaries, over TCP and UDP.
 * @returns a function that stops the listeners
 */
export async function serveTransfers(
  answers: TransferAnswers,
  { address, port }: ServerAddress,
): Promise<() => Promise<void>> {
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    socket.setTimeout(IDLE_MS, () => socket.destroy());
    socket.on('error', () => undefined).on('close', () => open.delete(socket));
    void converse(socket, answers).catch(() => socket.destroy());
  });
  server.maxConnections = MAX_CONNECTIONS;
  const udp = createSocket(isIPv6(address) ? 'udp6' : 'udp4');
  udp.on('message', (message, from) => {
    const answer = async () => {
      for await (const octets of answers.to(message, false)) udp.send(octets, from.port, from.address);
    };
    // A message that is not a query gets no answer.
    void answer().catch(() => undefined);
  });
  server.listen(port, address);
  udp.bind(port, address);
  await Promise.all([once(server, 'listening'), once(udp, 'listening')]);
  // An answer that can't be sent, such as to a link-local address whose zone Node.js can't read.
  udp.on('error', () => undefined);
  return async () => {
    for (const socket of open) socket.destroy();
    udp.close();
    server.close();
    await once(server, 'close');
  };
}

/** Answers one request after the other; each has a length prefix (RFC 1035 section 4.2.2). */
async function converse(socket: Socket, answers: TransferAnswers): Promise<void> {
  for await (const message of messagesOf(socket)) {
    for await (const answer of answers.to(message, true)) {
      if (socket.write(withLength(answer))) continue;
      if (!(await isDrained(socket))) return;
    }
  }
}

async function* messagesOf(socket: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let waiting: Buffer = Buffer.alloc(0);
  for await (const octets of socket) {
    waiting = Buffer.concat([waiting, octets]);
    for (let end = endOf(waiting); end !== undefined; end = endOf(waiting)) {
      yield waiting.subarray(2, end);
      waiting = waiting.subarray(end);
    }
  }
}

function endOf(octets: Buffer): number | undefined {
  if (octets.length < 2) return undefined;
  const end = 2 + octets.readUInt16BE(0);
  return end <= octets.length ? end : undefined;
}
