import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A way to the database that can be cut: as when the server is away. */
interface CuttableDatabase {
  readonly url: string;
  /** Passes nothing on any more and leaves the connections open, as a network that loses all packets. */
  freeze(): void;
  cut(): Promise<void>;
}

export function cuttable(databaseUrl: string): Promise<CuttableDatabase> {
  return forwardTo(databaseUrl, 0);
}

/** The database, at this port of the loopback too. */
export async function forwardTo(databaseUrl: string, port: number): Promise<CuttableDatabase> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  const freeze = () => {
    for (const socket of sockets) socket.unpipe().pause();
  };
  const server = createServer((near) => {
    const far = connect(Number(target.port || 5432), target.hostname);
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    }
    near.pipe(far).pipe(near);
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);
  const cut = async () => {
    server.close();
    for (const socket of sockets) socket.destroy();
    await once(server, 'close');
  };
  return { url: url.href, freeze, cut };
}
