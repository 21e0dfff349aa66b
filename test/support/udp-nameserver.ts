import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import dnsPacket from 'dns-packet';
import { soa } from './axfr-peer.js';

/** A nameserver over UDP that serves one serial, whatever the zone. */
export interface UdpNameserver {
  readonly port: number;
  /** What it serves; null for no zone, undefined for no answer. */
  serial: number | null | undefined;
  /** The names that were asked for. */
  readonly asked: string[];
  close(): Promise<void>;
}

/** @param port a free one by default */
export async function udpNameserver(port = 0): Promise<UdpNameserver> {
  const socket = createSocket('udp4').bind(port, '127.0.0.1');
  await once(socket, 'listening');
  const server: UdpNameserver = {
    port: socket.address().port,
    serial: null,
    asked: [],
    async close() {
      socket.close();
      await once(socket, 'close');
    },
  };
  socket.on('message', (bytes, { port: from, address }) => {
    const { id, questions } = dnsPacket.decode(bytes);
    const { name } = questions[0]!;
    server.asked.push(name);
    if (server.serial === undefined) return;
    const answers = server.serial === null ? [] : [soa(name, { serial: server.serial })];
    socket.send(dnsPacket.encode({ type: 'response', id, questions, answers }), from, address);
  });
  return server;
}
