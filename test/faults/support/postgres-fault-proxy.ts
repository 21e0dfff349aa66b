import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { MessageReader, failingStatement, type Message } from './postgres-messages.js';

/**
 * What happens at a step. A step is one statement of the service:
 * - error: in its place the server does one that fails for want of memory
 * - conflict: one that fails as can't be serialised
 * - cut before: it never reaches the server, and nothing does from then on, as when the service, the server or the network
 *   between them is gone
 * - cut after: the server executes it, and its answer never arrives
 * - stall before, stall after: the same of this one connection, which stays open and silent
 */
export type Fault = 'error' | 'conflict' | 'cut before' | 'cut after' | 'stall before' | 'stall after';

/** The result of a plan. */
export interface Passed {
  /** How many steps there were. */
  readonly steps: number;
  /** The statement at which the fault happened; undefined when there were fewer steps. */
  readonly met: string | undefined;
}

interface Plan {
  readonly at: number;
  readonly fault: Fault;
  steps: number;
  met?: string;
}

/** A proxy between the service and PostgreSQL that makes one chosen statement fail. */
export class PostgresFaultProxy {
  private plan: Plan | undefined;
  private isDown = false;
  private readonly links = new Set<Link>();

  private constructor(
    private readonly server: Server,
    readonly url: string,
  ) {}

  static async start(databaseUrl: string): Promise<PostgresFaultProxy> {
    const target = new URL(databaseUrl);
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = new URL(databaseUrl);
    url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    const proxy = new PostgresFaultProxy(server, url.href);
    server.on('connection', (near) => proxy.accept(near, target));
    return proxy;
  }

  /** From now on statements are steps, counted from 1. */
  arm(at: number, fault: Fault): void {
    this.plan = { at, fault, steps: 0 };
  }

  /** Everything passes again. */
  disarm(): Passed {
    const { steps, met } = this.plan!;
    this.plan = undefined;
    this.isDown = false;
    for (const link of this.links) link.dropIfStalled();
    return { steps, met };
  }

  async close(): Promise<void> {
    this.server.close();
    for (const link of this.links) link.drop();
    await once(this.server, 'close');
  }

  private accept(near: Socket, target: URL): void {
    if (this.isDown) {
      near.destroy();
      return;
    }
    const far = connect(Number(target.port || 5432), target.hostname);
    const goDown = () => {
      this.isDown = true;
      for (const link of this.links) link.drop();
    };
    const link: Link = new Link(
      near,
      far,
      (statement) => this.faultAt(statement),
      goDown,
      () => this.links.delete(link),
    );
    this.links.add(link);
  }

  private faultAt(statement: string): Fault | undefined {
    const { plan } = this;
    if (!plan || ++plan.steps !== plan.at) return undefined;
    plan.met = statement;
    return plan.fault;
  }
}

const CODES = {
  error: ['53200', 'out of memory'],
  conflict: ['40001', 'could not serialize access'],
} as const;

/** What the proxy does with the server's answer to a statement. */
type Expected = 'passes' | 'cut' | 'stall';

/** One connection. Statements may be pipelined: answers keep the order of what they answer. */
class Link {
  private readonly fromService = new MessageReader(true);
  private readonly fromServer = new MessageReader(false);
  private readonly expected: Expected[] = [];
  private statement: Message[] = [];
  private isOpen = false;
  private isStalled = false;

  constructor(
    private readonly near: Socket,
    private readonly far: Socket,
    private readonly faultAt: (statement: string) => Fault | undefined,
    private readonly goDown: () => void,
    closed: () => void,
  ) {
    for (const socket of [near, far]) socket.setNoDelay(true).on('error', () => undefined);
    near.on('data', (chunk: Buffer) => this.fromService.read(chunk).forEach((one) => this.take(one)));
    far.on('data', (chunk: Buffer) => this.fromServer.read(chunk).forEach((one) => this.give(one)));
    near.on('close', () => (far.destroy(), closed()));
    far.on('close', () => near.destroy());
  }

  drop(): void {
    this.near.destroy();
    this.far.destroy();
  }

  dropIfStalled(): void {
    if (this.isStalled) this.drop();
  }

  /** From the service: whole statements are let through, those that are pipelined together too. */
  private take(message: Message): void {
    if (this.isStalled || this.far.destroyed) return;
    this.statement.push(message);
    if (this.isOpen && message.type !== 'S' && message.type !== 'Q' && message.type !== 'X') return;
    const bytes = Buffer.concat(this.statement.map((one) => one.bytes));
    const isStatement = this.isOpen && message.type !== 'X';
    this.statement = [];
    if (isStatement) this.pass(bytes, this.faultAt(textOf(bytes)));
    else this.far.write(bytes);
  }

  private pass(bytes: Buffer, fault: Fault | undefined): void {
    if (fault === 'cut before') return this.goDown();
    if (fault === 'stall before') {
      this.isStalled = true;
      return;
    }
    const fails = fault === 'error' || fault === 'conflict';
    this.expected.push(fault === 'cut after' ? 'cut' : fault === 'stall after' ? 'stall' : 'passes');
    this.far.write(fails ? failingStatement(CODES[fault]) : bytes);
  }

  private give({ type, bytes }: Message): void {
    if (this.isStalled) return;
    const [whose] = this.expected;
    if (type === 'Z') {
      if (this.isOpen) this.expected.shift();
      this.isOpen = true;
      if (whose === 'cut') return this.goDown();
      if (whose === 'stall') this.isStalled = true;
    }
    if (whose === 'cut' || whose === 'stall') return;
    this.near.write(bytes);
  }
}

/** The readable part of a statement: its name or its text. */
function textOf(bytes: Buffer): string {
  return bytes
    .toString('latin1')
    .replaceAll(/[^ -~]+/g, ' ')
    .trim()
    .slice(0, 80);
}
