import { whenTurnEnds } from './end-of-turn.js';
import type { Answer, BoundStatement } from './wire.js';
import { connectionConfig, Session, type ConnectionOptions } from './session.js';

interface ReadConnection {
  readonly client: Session;
  ready: Promise<unknown>;
  /**
   * The reads without a result yet, in the order of their results. A set, whose entries come and
   * go, would keep the reads of the past (`Drain`).
   */
  readonly unanswered: Read[];
  /** The oldest of them at the last check. */
  watched?: Read | undefined;
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

interface Read {
  readonly statement: BoundStatement;
  readonly choice: Choice;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * A few connections on which prepared reads are pipelined: a read does not wait for the result of
 * the previous one, so that a credential and a row cost one round trip. In a prototype, four
 * pipelined connections with rows as arrays raised the rate of reads of one record from 0.58 to
 * 0.81 of a bare server's.
 *
 * A slow statement, for instance at a locked table, delays the later ones on its connection. A new
 * connection then replaces the blocked one, where only that statement keeps running until it has a
 * result. The other reads are sent again (D-229).
 */
export class PipelinedReads {
  private readonly connections: (ReadConnection | undefined)[];
  private readonly blocked = new Set<ReadConnection>();
  private readonly any: Choice = { first: 0, current: 0, sent: 0 };
  /** Lists, which may be long and delay later reads, don't use the first connection. */
  private readonly lists: Choice;
  private readonly checks = setInterval(() => this.check(), CHECK_MS).unref();
  private ended = false;

  constructor(
    private readonly options: ConnectionOptions,
    readonly size: number,
  ) {
    this.connections = Array.from({ length: size }, () => undefined);
    const first = Math.min(1, size - 1);
    this.lists = { first, current: first, sent: 0 };
  }

  query(statement: BoundStatement, isList = false): Promise<Answer> {
    const choice = isList ? this.lists : this.any;
    return new Promise((resolve, reject) => void this.send({ statement, choice, resolve, reject }));
  }

  /** The number of open and opening connections. */
  get openConnections(): number {
    return this.connections.filter((connection) => connection !== undefined).length + this.blocked.size;
  }

  async end(): Promise<void> {
    this.ended = true;
    clearInterval(this.checks);
    const connections = [...this.connections, ...this.blocked];
    await Promise.all(
      connections.map((connection) =>
        connection?.ready.then(() => connection.client.end()).catch(() => undefined),
      ),
    );
  }

  private async send(read: Read): Promise<void> {
    const connection = this.connectionFor(read.statement.text, read.choice);
    const { unanswered } = connection;
    unanswered.push(read);
    try {
      if (connection.ready !== CONNECTED) await connection.ready;
      read.resolve(await connection.client.ask(read.statement));
    } catch (error) {
      // Otherwise, another connection has the read now.
      if (unanswered.includes(read)) read.reject(error);
    }
    remove(read, unanswered);
    if (connection.isBlocked && unanswered.length === 0) this.close(connection);
  }

  /**
   * A statement that already blocks a connection uses that one, so that it blocks no second
   * connection.
   */
  private connectionFor(text: string, choice: Choice): ReadConnection {
    if (choice.sent === 0) whenTurnEnds(() => (choice.sent = 0));
    if (choice.sent++ % PER_CONNECTION === 0) this.choose(choice);
    for (const connection of this.blocked) {
      if (connection.unanswered[0]?.statement.text === text) return connection;
    }
    return (this.connections[choice.current] ??= this.open(choice.current));
  }

  /**
   * Chooses the least busy connection for the next 8 statements of an iteration. That keeps writes
   * to sockets few, and the wait of each statement short.
   */
  private choose(choice: Choice): void {
    const { first, current } = choice;
    let best = first + ((current - first + 1) % (this.size - first));
    for (let index = first; index < this.size; index++) {
      if (this.busy(index) < this.busy(best)) best = index;
    }
    choice.current = best;
  }

  private busy(index: number): number {
    return this.connections[index]?.unanswered.length ?? 0;
  }

  /** Blocks each connection whose oldest read has been the same since the last check. */
  private check(): void {
    for (const [index, connection] of this.connections.entries()) {
      if (connection?.ready !== CONNECTED) continue;
      const [read] = connection.unanswered;
      const hangs = read !== undefined && read === connection.watched;
      connection.watched = read;
      if (hangs && this.blocked.size < MAX_BLOCKED) this.block(index, read.statement.text);
    }
  }

  private block(index: number, text: string): void {
    const connection = this.connections[index]!;
    connection.isBlocked = true;
    this.blocked.add(connection);
    this.connections[index] = undefined;
    for (const read of [...connection.unanswered]) {
      if (read.statement.text === text) continue;
      remove(read, connection.unanswered);
      void this.send(read);
    }
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
      unanswered: [],
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

function remove(read: Read, unanswered: Read[]): void {
  const at = unanswered.indexOf(read);
  if (at >= 0) unanswered.splice(at, 1);
}

/**
 * A connection is blocked when one read takes one to two times as long. Plain reads take a few
 * milliseconds.
 */
const CHECK_MS = 250;
/** The limit of blocked connections. */
const MAX_BLOCKED = 4;
const PER_CONNECTION = 8;
const CONNECTED = Promise.resolve();
