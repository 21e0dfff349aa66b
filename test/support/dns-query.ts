import type { Socket } from 'node:net';
import dnsPacket, { type Packet } from 'dns-packet';

/**
 * Calls `take` once, with the first query of a TCP connection, however many pieces it comes in (RFC 1035 section 4.2.2).
 * Answers nothing to a connection that sends anything else: a client of another test may still try a port that it knew.
 */
export function firstQuery(socket: Socket, take: (query: Packet) => void): void {
  let received = Buffer.alloc(0);
  const read = (bytes: Buffer) => {
    received = Buffer.concat([received, bytes]);
    if (received.length < 2 || received.length < 2 + received.readUInt16BE()) return;
    socket.off('data', read).resume();
    const query = decoded(received.subarray(2));
    if (query) take(query);
    else socket.destroy();
  };
  socket.on('data', read);
}

function decoded(message: Buffer): Packet | undefined {
  try {
    return dnsPacket.decode(message);
  } catch {
    return undefined;
  }
}
