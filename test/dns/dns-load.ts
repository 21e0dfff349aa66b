import { createSocket, type Socket } from 'node:dgram';
import { setTimeout as delay } from 'node:timers/promises';
import dnsPacket from 'dns-packet';

/** As a resolver does: a query without an answer is sent again after this long, and has failed after so many times. */
const ANSWER_MS = 1500;
const TRIES = 3;
/** What a busy machine could not send in time, it does not send at once: a socket's buffer holds some hundred messages. */
const MAX_BURST = 20;

export interface Load {
  /** The answers so far. */
  readonly answered: number;
  /** What failed so far: queries without an answer, or with a wrong one. */
  readonly failures: readonly string[];
  /** Resolves when so many queries have been sent. */
  sent(count: number): Promise<void>;
  /** Stops, and waits for the last answers. */
  stop(): Promise<void>;
}

/**
 * Asks for A records at a steady rate, each name of each nameserver in turn.
 * @param expected the address by name
 */
export function startLoad(
  nameservers: readonly string[],
  expected: ReadonlyMap<string, string>,
  perSecond: number,
): Load {
  const names = [...expected.keys()];
  const lanes = nameservers.map((address) => new Lane(address, expected));
  const began = performance.now();
  let sent = 0;
  const timer = setInterval(() => {
    const due = Math.min(((performance.now() - began) / 1000) * perSecond, sent + MAX_BURST);
    for (; sent < due; sent++)
      lanes[sent % lanes.length]!.ask(names[Math.floor(sent / lanes.length) % names.length]!);
  }, 5);
  return {
    get answered() {
      return lanes.reduce((sum, { answered }) => sum + answered, 0);
    },
    get failures() {
      return lanes.flatMap(({ failures }) => failures);
    },
    sent: async (count) => {
      while (sent < count) await delay(20);
    },
    stop: async () => {
      clearInterval(timer);
      while (lanes.some(({ waiting }) => waiting > 0)) await delay(20);
      for (const lane of lanes) lane.close();
    },
  };
}

/** The queries to one nameserver. */
class Lane {
  answered = 0;
  readonly failures: string[] = [];
  private readonly socket: Socket = createSocket('udp4');
  private readonly open = new Map<number, { name: string; timer: NodeJS.Timeout }>();
  private nextId = 0;

  constructor(
    private readonly address: string,
    private readonly expected: ReadonlyMap<string, string>,
  ) {
    this.socket.on('message', (message) => this.receive(message));
    this.socket.on('error', ({ message }) => this.failures.push(message));
  }

  get waiting(): number {
    return this.open.size;
  }

  ask(name: string, tries = TRIES): void {
    const id = (this.nextId = (this.nextId + 1) % 0x10000);
    const unanswered = () => {
      this.open.delete(id);
      if (tries > 1) this.ask(name, tries - 1);
      else this.failures.push(`${this.address} ${name}: no answer`);
    };
    this.open.set(id, { name, timer: setTimeout(unanswered, ANSWER_MS) });
    const message = dnsPacket.encode({ type: 'query', id, questions: [{ type: 'A', name }] });
    this.socket.send(message, 53, this.address);
  }

  close(): void {
    this.socket.close();
  }

  private receive(bytes: Buffer): void {
    const {
      id = -1,
      answers = [],
      rcode,
    } = dnsPacket.decode(bytes) as ReturnType<typeof dnsPacket.decode> & { rcode: string };
    const asked = this.open.get(id);
    if (!asked) return;
    clearTimeout(asked.timer);
    this.open.delete(id);
    const [answer] = answers as { data?: string }[];
    if (answer?.data === this.expected.get(asked.name)) this.answered++;
    else this.failures.push(`${this.address} ${asked.name}: ${rcode} ${answer?.data}`);
  }
}
