import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';

/** A free port of the loopback, for programs that must know their port before they start. */
export async function freePort(): Promise<number> {
  return (await freePorts(1))[0]!;
}

/** Several free ports, all different. */
export async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'));
  await Promise.all(servers.map((server) => once(server, 'listening')));
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  await Promise.all(servers.map((server) => new Promise((done) => server.close(done))));
  return ports;
}
