import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import dnsPacket, { type Packet } from 'dns-packet';

export interface TcpNameserver {
  readonly port: number;
  /** How many connections have come. */
  connections(): number;
  close(): Promise<void>;
}

/** A nameserver over TCP. @param take is called with the first query of each connection, which stays open */
export async function tcpNameserver(
  take: (query: Packet, socket: Socket) => void,
  host = '127.0.0.1',
  port = 0,
): Promise<TcpNameserver> {
  const sockets = new Set<Socket>();
  let connections = 0;
  const server = createServer((socket) => {
    connections++;
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    firstQuery(socket, (query) => take(query, socket));
  });
  server.listen(port, host);
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    connections: () => connections,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/**
 * Calls `take` once, with the first query of a TCP connection, however many pieces it comes in (RFC 1035 section 4.2.2).
 * Answers nothing to a connection that sends anything else: a client of another test may still try a port that it knew.
 */
function firstQuery(socket: Socket, take: (query: Packet) => void): void {
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
