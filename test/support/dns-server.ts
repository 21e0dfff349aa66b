import { createSocket } from 'node:dgram';
import { getServers, setServers } from 'node:dns';
import { once } from 'node:events';
import { isIPv4 } from 'node:net';
import dnsPacket from 'dns-packet';

/** A nameserver of the host: what this process resolves while it is up. */
export interface DnsServer {
  /** The names that were asked for, in turn. */
  readonly asked: readonly string[];
  close(): Promise<void>;
}

/** @param addresses of a name, whenever it is asked for; undefined when there is no such name, null for no answer. */
export async function serveDns(addresses: (name: string) => string[] | null | undefined): Promise<DnsServer> {
  const socket = createSocket('udp4');
  const asked: string[] = [];
  socket.on('message', (bytes, { port, address }) => {
    const { id, questions = [] } = dnsPacket.decode(bytes);
    const { name = '', type = 'A' } = questions[0] ?? {};
    if (type === 'A') asked.push(name);
    const found = addresses(name);
    if (found === null) return;
    const answers = (found ?? [])
      .filter((data) => isIPv4(data) === (type === 'A'))
      .map((data) => ({ type, class: 'IN', name, ttl: 0, data }));
    const flags = 0x8180 | (found === undefined ? 3 : 0);
    socket.send(dnsPacket.encode({ type: 'response', id, flags, questions, answers }), port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const before = getServers();
  setServers([`127.0.0.1:${socket.address().port}`]);
  return {
    asked,
    async close() {
      setServers(before);
      socket.close();
      await once(socket, 'close');
    },
  };
}
