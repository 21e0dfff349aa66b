import type { Socket } from 'node:net';
import dnsPacket, { type Answer, type Question, type SoaData } from 'dns-packet';
import { tcpNameserver, type TcpNameserver } from './dns-query.js';

/** A question, and the socket for the answer. */
export interface Asked {
  readonly id: number;
  readonly name: string;
  readonly type: string;
  readonly socket: Socket;
}

export type AxfrPeer = TcpNameserver;

/** A nameserver of one behaviour, over TCP on a port of its own: `answer` is called once for each query. */
export function axfrPeer(answer: (asked: Asked) => void, host?: string, port?: number): Promise<AxfrPeer> {
  return tcpNameserver(
    ({ id, questions }, socket) => {
      const { name = '', type = '' } = questions[0] ?? {};
      answer({ id, name, type, socket });
    },
    host,
    port,
  );
}

/** Answers the query with these messages, each an array of records, and leaves the connection open. */
export function send(asked: Asked, ...messages: Answer[][]): void {
  for (const answers of messages) asked.socket.write(message(asked.id, answers));
}

/** A well-behaved nameserver of one zone, `perMessage` records to a message. */
export function serving(records: readonly Answer[], { soa: data = {}, perMessage = 100 } = {}) {
  return (asked: Asked): void => {
    const opening = soa(asked.name, data);
    const all = [opening, ...records, opening];
    for (let from = 0; from < all.length; from += perMessage) send(asked, all.slice(from, from + perMessage));
  };
}

/** Numbers of 16 bits, as they are on the wire. */
export function words(...values: readonly number[]): Buffer {
  const buffer = Buffer.alloc(2 * values.length);
  values.forEach((value, index) => buffer.writeUInt16BE(value, 2 * index));
  return buffer;
}

/** A message with its length before it. */
export function message(id: number, answers: Answer[], rcode = 0, questions: Question[] = []): Buffer {
  return dnsPacket.streamEncode({ type: 'response', id, flags: 0x0400 | rcode, questions, answers });
}

export function soa(name: string, data: Partial<SoaData> = {}): Answer {
  return {
    type: 'SOA',
    class: 'IN',
    name,
    ttl: 3600,
    data: {
      mname: 'ns.elsewhere.example',
      rname: 'dns\\.admin.elsewhere.example',
      serial: 7,
      refresh: 3600,
      retry: 600,
      expire: 1209600,
      minimum: 300,
      ...data,
    },
  };
}

export function record(type: string, name: string, data: unknown, ttl = 3600): Answer {
  return { type, class: 'IN', name, ttl, data };
}

/**
 * A zone with one more record, whose name follows a chain of pointers. The chain lies in the RDATA of a record of an
 * unknown type, where every two octets point to the two before them; the first ones to the zone's own name.
 */
export const chained = (domain: string, pointers: number) => (asked: Asked) => {
  const opening = soa(domain);
  const zoneName = 12;
  const chain = Buffer.alloc(2 * (pointers - 1));
  const head = message(asked.id, [opening]).subarray(2);
  const owner = Buffer.from([0xc0, zoneName]);
  const fixed = (type: number, length: number) => words(type, 1, 0, 3600, length);
  const start = head.length + owner.length + 10;
  for (let at = 0; at < chain.length; at += 2) {
    chain.writeUInt16BE(0xc000 | (at === 0 ? zoneName : start + at - 2), at);
  }
  const last = words(0xc000 | (start + chain.length - 2));
  const body = Buffer.concat([
    head,
    owner,
    fixed(65400, chain.length),
    chain,
    last,
    fixed(1, 4),
    Buffer.from([192, 0, 2, 1]),
  ]);
  body.writeUInt16BE(3, 6);
  asked.socket.write(Buffer.concat([words(body.length), body, message(asked.id, [opening])]));
};
