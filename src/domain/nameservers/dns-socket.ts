import { randomInt } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { isIPv4, isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { ServerAddress } from '../../shared/networking/server-address.rules.js';
import { idOf } from '../zones/transfer/dns-message.js';

/** The time limit of an answer. */
const ANSWER_MS = 1000;
const IDS = 0x10000;

/** Sends messages to DNS servers over UDP. An answer must have the server's address and the id. */
export class DnsSocket {
  private readonly sockets = [createSocket('udp4'), createSocket('udp6')] as const;
  /** Resolve when a socket fails, such as one that can't open, which drops its messages. */
  private readonly failures = this.sockets.map((socket) => once(socket, 'error'));
  /** By socket. */
  private readonly sending = this.sockets.map(() => new Set<Promise<void>>());
  private readonly waiting = new Map<string, (answer: Buffer | undefined) => void>();

  constructor() {
    for (const socket of this.sockets) {
      socket.on('message', (message, { address, port }) => this.receive(message, address, port));
      // A server that can't be reached counts as one that does not answer.
      socket.on('error', () => undefined);
    }
  }

  /**
   * @param sources the first of each family is the source address; without one, the host's default
   * @throws Error when the host has no such address
   */
  static async from(sources: readonly string[]): Promise<DnsSocket> {
    const socket = new DnsSocket();
    try {
      await socket.bind(sources.find(isIPv4), 0);
      await socket.bind(sources.find(isIPv6), 1);
      return socket;
    } catch (error) {
      await socket.close();
      throw error;
    }
  }

  /**
   * Closes the sockets after all messages were sent: a socket drops them when it closes. Does not
   * wait for a socket that failed, because Node.js never calls back for the messages it drops.
   */
  async close(): Promise<void> {
    const sent = this.sending.map((messages) => Promise.all(messages));
    await Promise.all(sent.map((all, index) => Promise.race([all, this.failures[index]])));
    for (const socket of this.sockets) socket.close();
  }

  send({ address, port }: ServerAddress, message: Buffer): void {
    const index = isIPv6(address) ? 1 : 0;
    const sent = new Promise<void>((resolve) =>
      this.sockets[index].send(message, port, address, () => resolve()),
    );
    const sending = this.sending[index]!;
    sending.add(sent);
    void sent.then(() => sending.delete(sent));
  }

  /** @returns undefined when no answer comes within 1 second */
  ask(server: ServerAddress, message: (id: number) => Buffer): Promise<Buffer | undefined> {
    const { address, port } = server;
    let id = randomInt(IDS);
    for (let tries = 0; this.waiting.has(keyOf(address, port, id)); tries++) {
      if (tries === IDS) return Promise.resolve(undefined);
      id = (id + 1) % IDS;
    }
    const key = keyOf(address, port, id);
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.waiting.get(key)?.(undefined), ANSWER_MS);
      this.waiting.set(key, (answer) => {
        clearTimeout(timer);
        this.waiting.delete(key);
        resolve(answer);
      });
      this.send(server, message(id));
    });
  }

  private async bind(address: string | undefined, index: 0 | 1): Promise<void> {
    if (address === undefined) return;
    const socket = this.sockets[index];
    socket.bind(0, address);
    await once(socket, 'listening');
  }

  private receive(message: Buffer, address: string, port: number): void {
    const id = idOf(message);
    // Anyone may send a message. `keyOf` does not know the zone of a link-local address.
    if (id !== undefined && ipaddr.isValid(address)) this.waiting.get(keyOf(address, port, id))?.(message);
  }
}

/** Normalizes the address, because settings and customers spell one in different ways. */
function keyOf(address: string, port: number, id: number): string {
  return `${ipaddr.process(address).toString()} ${port} ${id}`;
}
