import { randomInt } from 'node:crypto';
import { createSocket, type Socket } from 'node:dgram';
import { isIPv6 } from 'node:net';
import type { TsigKey } from '../../../shared/config/settings-reader.js';
import type { ServerAddress } from '../../../shared/networking/server-address.rules.js';
import type { SoaData } from '../../zones/transfer/dns-data.js';
import { decodeResponse, idOf } from '../../zones/transfer/dns-message.js';
import { signedNotify, soaQuery } from './notify.js';

/** How long a secondary may take to answer. */
const ANSWER_MS = 1000;

/** What a secondary said about a zone: its serial, that it has none, or nothing at all. */
export type Said = number | 'no zone' | 'nothing';

/** Tells secondaries of changes and asks them, over UDP. */
export class SecondarySocket {
  private readonly sockets = [createSocket('udp4'), createSocket('udp6')] as const;
  private readonly sending = new Set<Promise<void>>();
  private readonly waiting = new Map<string, (said: Said) => void>();

  constructor(
    private readonly key: TsigKey,
    private readonly now: () => Date,
  ) {
    for (const socket of this.sockets) {
      socket.on('message', (message, { address, port }) => this.receive(message, address, port));
      // An unreachable secondary is one that says nothing.
      socket.on('error', () => undefined);
    }
  }

  /** Waits for what is being sent: a socket that closes drops it. */
  async close(): Promise<void> {
    await Promise.all(this.sending);
    for (const socket of this.sockets) socket.close();
  }

  /** Nobody waits for an answer: the serial tells whether the secondary has followed. */
  notify(secondary: ServerAddress, zone: string): void {
    this.send(secondary, signedNotify(zone, randomInt(0x10000), this.key, this.now()));
  }

  serialOf(secondary: ServerAddress, zone: string): Promise<Said> {
    const id = randomInt(0x10000);
    const asked = keyOf(secondary.address, secondary.port, id);
    // Two questions with one id: the later one counts as unanswered, and is asked again in the next turn.
    if (this.waiting.has(asked)) return Promise.resolve('no zone');
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.waiting.get(asked)?.('nothing'), ANSWER_MS);
      this.waiting.set(asked, (said) => {
        clearTimeout(timer);
        this.waiting.delete(asked);
        resolve(said);
      });
      this.send(secondary, soaQuery(zone, id));
    });
  }

  private send({ address, port }: ServerAddress, message: Buffer): void {
    const sent = new Promise<void>((resolve) =>
      this.socketFor(address).send(message, port, address, () => resolve()),
    );
    this.sending.add(sent);
    void sent.then(() => this.sending.delete(sent));
  }

  private socketFor(address: string): Socket {
    return this.sockets[isIPv6(address) ? 1 : 0];
  }

  private receive(message: Buffer, address: string, port: number): void {
    const id = idOf(message);
    if (id !== undefined) this.waiting.get(keyOf(address, port, id))?.(serialIn(message));
  }
}

function keyOf(address: string, port: number, id: number): string {
  return `${address} ${port} ${id}`;
}

function serialIn(message: Buffer): Said {
  try {
    const soa = decodeResponse(message).answers.find(({ type }) => type === 'SOA');
    return (soa?.data as SoaData | undefined)?.serial ?? 'no zone';
  } catch {
    return 'no zone';
  }
}
