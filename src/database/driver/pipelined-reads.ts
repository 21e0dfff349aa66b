import { whenTurnEnds } from './end-of-turn.js';
import type { Answer, BoundStatement } from './wire.js';
import { connectionConfig, Session, type ConnectionOptions } from './session.js';

interface ReadConnection {
  readonly client: Session;
  ready: Promise<unknown>;
  /** Statements without a result yet, in the order of their results. */
  readonly unanswered: Set<Unanswered>;
  /**
   * Whether a slow statement blocks it. It gets no other statements, and closes after its last
   * result.
   */
  isBlocked: boolean;
}

/** The choice of a connection for one kind of reads, in this iteration of the event loop. */
interface Choice {
  readonly first: number;
  current: number;
  sent: number;
}

interface Unanswered {
  readonly text: string;
  readonly sentAt: number;
}

/**
 * A few connections on which prepared reads are pipelined: a read does not wait for the result of
 * the previous one, so that a credential and a row cost one round trip. In a prototype, four
 * pipelined connections with rows as arrays raised the rate of reads of one record from 0.58 to
 * 0.81 of a bare server's.
 *
 * A slow statement, for instance at a locked table, delays the later ones on its connection. A new
 * connection then replaces the blocked one, where only that statement keeps running until it has a
 * result (D-229).
 */
export class PipelinedReads {
  private readonly connections: (ReadConnection | undefined)[];
  private readonly blocked = new Set<ReadConnection>();
  private readonly any: Choice = { first: 0, current: 0, sent: 0 };
  /** Lists, which may be long and delay later reads, don't use the first connection. */
  private readonly lists: Choice;
  private ended = false;

  constructor(
    private readonly options: ConnectionOptions,
    readonly size: number,
  ) {
    this.connections = Array.from({ length: size }, () => undefined);
    const first = Math.min(1, size - 1);
    this.lists = { first, current: first, sent: 0 };
  }

  async query(statement: BoundStatement, isList = false): Promise<Answer> {
    const connection = this.connectionFor(statement.text, isList ? this.lists : this.any);
    const unanswered = { text: statement.text, sentAt: performance.now() };
    connection.unanswered.add(unanswered);
    try {
      if (connection.ready !== CONNECTED) await connection.ready;
      return await connection.client.ask(statement);
    } finally {
      connection.unanswered.delete(unanswered);
      if (connection.isBlocked && connection.unanswered.size === 0) this.close(connection);
    }
  }

  /** The number of open and opening connections. */
  get openConnections(): number {
    return this.connections.filter((connection) => connection !== undefined).length + this.blocked.size;
  }

  async end(): Promise<void> {
    this.ended = true;
    const connections = [...this.connections, ...this.blocked];
    await Promise.all(
      connections.map((connection) =>
        connection?.ready.then(() => connection.client.end()).catch(() => undefined),
      ),
    );
  }

  /**
   * A statement that already blocks a connection uses that one, so that it blocks no second
   * connection.
   */
  private connectionFor(text: string, choice: Choice): ReadConnection {
    if (choice.sent === 0) whenTurnEnds(() => (choice.sent = 0));
    if (choice.sent++ % PER_CONNECTION === 0) this.choose(choice);
    for (const connection of this.blocked) if (oldest(connection)?.text === text) return connection;
    return (this.connections[choice.current] ??= this.open(choice.current));
  }

  /**
   * Chooses the least busy connection for the next 8 statements of an iteration. That keeps writes
   * to sockets few, and the wait of each statement short.
   */
  private choose(choice: Choice): void {
    const now = performance.now();
    const { first, current } = choice;
    let best = first + ((current - first + 1) % (this.size - first));
    for (let index = first; index < this.size; index++) {
      const connection = this.connections[index];
      if (connection && this.blocked.size < MAX_BLOCKED && hangs(connection, now)) this.block(index);
      if (this.busy(index) < this.busy(best)) best = index;
    }
    choice.current = best;
  }

  private busy(index: number): number {
    return this.connections[index]?.unanswered.size ?? 0;
  }

  private block(index: number): void {
    const connection = this.connections[index]!;
    connection.isBlocked = true;
    this.blocked.add(connection);
    this.connections[index] = undefined;
  }

  private close(connection: ReadConnection): void {
    this.blocked.delete(connection);
    void connection.client.end().catch(() => undefined);
  }

  private open(index: number): ReadConnection {
    const client = new Session(connectionConfig(this.options, { generic: true, readOnly: true }));
    const connection: ReadConnection = {
      client,
      ready: client.connect(),
      unanswered: new Set(),
      isBlocked: false,
    };
    const drop = () => {
      if (!this.ended && this.connections[index] === connection) this.connections[index] = undefined;
    };
    client.on('error', drop);
    client.on('end', drop);
    connection.ready.then(() => (connection.ready = CONNECTED), drop);
    return connection;
  }
}

function hangs(connection: ReadConnection, now: number): boolean {
  return connection.ready === CONNECTED && now - (oldest(connection)?.sentAt ?? now) > HANGS_MS;
}

function oldest(connection: ReadConnection): Unanswered | undefined {
  for (const unanswered of connection.unanswered) return unanswered;
  return undefined;
}

/**
 * A connection whose oldest statement takes longer is blocked. Plain reads take a few milliseconds.
 */
const HANGS_MS = 250;
/** The limit of blocked connections. */
const MAX_BLOCKED = 4;
const PER_CONNECTION = 8;
const CONNECTED = Promise.resolve();
