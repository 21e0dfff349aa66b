import type { ServerResponse } from 'node:http';
import type { TurnTaker } from './turns.js';

/** How long a client may take to read one response. */
const READ_MS = 300_000;
/** The limit of unread bytes of all clients: twice the largest response. */
const MAX_BYTES = 256 * 1024 * 1024;
/** The limit per account of rows that are read from the database and not yet serialized. */
const MAX_UNBUILT_BYTES = 8 * 1024 * 1024;
/** The service may disconnect a client that has read nothing for this time. */
const STALLED_MS = 1_000;

/**
 * Limits the memory of responses until their clients have read them (D-283). While the limit is
 * reached, the service reads no further lists from the database, and disconnects clients that read
 * nothing.
 */
export class UnreadAnswers {
  private readonly sizes = new Map<ServerResponse, number>();
  private readonly unbuilt = new Map<TurnTaker, number>();
  /** By written response, the time since which its client has read nothing; the longest first. */
  private readonly reading = new Map<ServerResponse, number>();
  private waiting: (() => void)[] = [];
  private total = 0;

  constructor(
    private readonly readMs = READ_MS,
    private readonly maxBytes = MAX_BYTES,
    private readonly stalledMs = STALLED_MS,
  ) {}

  get bytes(): number {
    return this.total;
  }

  /** Whether the limits allow another list of this account or address. */
  hasRoom(taker: TurnTaker): boolean {
    return this.total < this.maxBytes && (this.unbuilt.get(taker) ?? 0) < MAX_UNBUILT_BYTES;
  }

  /**
   * Counts a response before its serialization, until the client has read it or disconnects.
   * @returns a function to call when the serialization has ended
   */
  hold(response: ServerResponse, taker: TurnTaker, bytes: number): () => void {
    this.count(response, bytes);
    this.unbuilt.set(taker, (this.unbuilt.get(taker) ?? 0) + bytes);
    return () => {
      const left = this.unbuilt.get(taker)! - bytes;
      if (left > 0) this.unbuilt.set(taker, left);
      else this.unbuilt.delete(taker);
      this.wake();
    };
  }

  /**
   * Called when the counted response is written, so that its client can read it.
   * @param bytes its size
   */
  written(response: ServerResponse, bytes: number): void {
    this.resize(response, bytes);
    this.reading.set(response, performance.now());
    const timer = setTimeout(() => response.destroy(), this.readMs).unref();
    response.once('close', () => clearTimeout(timer));
  }

  /**
   * Counts a written response. Above the limit, disconnects the clients that have read nothing for
   * the longest time.
   */
  add(response: ServerResponse, bytes: number): void {
    this.count(response, bytes);
    this.written(response, bytes);
    for (const [stalest] of this.reading) {
      if (this.total <= this.maxBytes) return;
      this.cut(stalest);
    }
  }

  /** Called when the client has read bytes. */
  read(response: ServerResponse, bytes: number): void {
    const size = this.sizes.get(response);
    if (size === undefined) return;
    this.reading.delete(response);
    this.reading.set(response, performance.now());
    this.resize(response, size - bytes);
  }

  /** Resolves when the limits allow another list. */
  async room(taker: TurnTaker): Promise<void> {
    while (!this.hasRoom(taker)) {
      const timer = setTimeout(() => this.cutStalled(), this.stalledMs);
      await new Promise<void>((resolve) => this.waiting.push(resolve));
      clearTimeout(timer);
    }
  }

  private count(response: ServerResponse, bytes: number): void {
    response.once('close', () => this.forget(response));
    this.resize(response, bytes);
  }

  private cutStalled(): void {
    const before = performance.now() - this.stalledMs;
    for (const [response, since] of this.reading) {
      if (since > before || this.total < this.maxBytes) break;
      this.cut(response);
    }
    this.wake();
  }

  private cut(response: ServerResponse): void {
    this.forget(response);
    response.destroy();
  }

  private resize(response: ServerResponse, bytes: number): void {
    this.total += bytes - (this.sizes.get(response) ?? 0);
    this.sizes.set(response, bytes);
    this.wake();
  }

  private forget(response: ServerResponse): void {
    this.total -= this.sizes.get(response) ?? 0;
    this.sizes.delete(response);
    this.reading.delete(response);
    this.wake();
  }

  private wake(): void {
    if (this.waiting.length === 0) return;
    const { waiting } = this;
    this.waiting = [];
    for (const resolve of waiting) resolve();
  }
}
