import type { TurnLimit } from '../config/setting-bounds.js';
import { TooMany } from '../errors/errors.js';

/** An account's id, or the client's address for a request without a credential. */
export type TurnTaker = number | string;

interface Waiting {
  start(): void;
}

interface Line {
  running: number;
  readonly waiting: Waiting[];
}

const MAX_WAIT_SECONDS = 2;

/**
 * Bounds one kind of costly work (D-211). Work beyond the bound waits; accounts that wait take turns, so that an account
 * with many requests delays the others by one piece of work, not by all of its own.
 */
export class Turns {
  /** Work that was refused because it waited too long; for the metrics. */
  refused = 0;
  private running = 0;
  /** By account; a Map keeps the order in which they take their turns. */
  private readonly lines = new Map<TurnTaker, Line>();

  /**
   * @param maxWaitSeconds Infinity for work that waits as long as it takes
   * @param restMs gives the rest after work, in milliseconds, from the duration of the work: such work leaves a part of the machine
   *   to others. The work then includes what its caller does at once with the result, such as writing the answer.
   * @param refusal the error for work that has waited too long
   */
  constructor(
    private readonly limit: TurnLimit,
    private readonly maxWaitSeconds = MAX_WAIT_SECONDS,
    private readonly restMs?: (workedMs: number) => number,
    private readonly refusal: (maxWaitSeconds: number) => Error = (seconds) => new TooMany(seconds),
  ) {}

  /**
   * Runs the work when it is its turn; the turn ends when the promise settles, or after the rest that follows.
   * @throws TooMany (429) when it has waited too long. The work has not begun then.
   */
  async run<Result>(
    taker: TurnTaker,
    work: () => Promise<Result>,
    maxWaitSeconds = this.maxWaitSeconds,
  ): Promise<Result> {
    const wait = this.take(taker, maxWaitSeconds);
    if (wait) await wait;
    const begun = performance.now();
    try {
      return await work();
    } finally {
      if (this.restMs) setImmediate(() => this.rest(taker, performance.now() - begun));
      else this.end(taker);
    }
  }

  /**
   * Takes a turn for work that ends with a call of `end`.
   * @returns undefined when the turn has begun, else a promise of its begin, which rejects after `maxWaitSeconds`
   */
  take(taker: TurnTaker, maxWaitSeconds = this.maxWaitSeconds): Promise<void> | undefined {
    const line = this.lineOf(taker);
    if (this.isFull(line) || line.waiting.length > 0) return this.wait(taker, line, maxWaitSeconds);
    this.begin(taker, line);
    return undefined;
  }

  end(taker: TurnTaker): void {
    const line = this.lines.get(taker)!;
    this.running--;
    line.running--;
    if (isIdle(line)) this.lines.delete(taker);
    this.startNext();
  }

  private rest(taker: TurnTaker, workedMs: number): void {
    const restMs = this.restMs!(workedMs);
    if (restMs > 0) setTimeout(() => this.end(taker), restMs);
    else this.end(taker);
  }

  private lineOf(taker: TurnTaker): Line {
    let line = this.lines.get(taker);
    if (!line) this.lines.set(taker, (line = { running: 0, waiting: [] }));
    return line;
  }

  private isFull(line: Line): boolean {
    return this.running >= this.limit.process || line.running >= this.limit.account;
  }

  /** Whoever begins goes behind all others for the next turn. */
  private begin(taker: TurnTaker, line: Line): void {
    this.running++;
    line.running++;
    this.lines.delete(taker);
    this.lines.set(taker, line);
  }

  private wait(taker: TurnTaker, line: Line, maxWaitSeconds: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const waiting: Waiting = {
        start: () => {
          clearTimeout(timer);
          this.begin(taker, line);
          resolve();
        },
      };
      const giveUp = () => {
        line.waiting.splice(line.waiting.indexOf(waiting), 1);
        if (isIdle(line)) this.lines.delete(taker);
        this.refused++;
        reject(this.refusal(maxWaitSeconds));
      };
      const timer = Number.isFinite(maxWaitSeconds) ? setTimeout(giveUp, maxWaitSeconds * 1000) : undefined;
      line.waiting.push(waiting);
    });
  }

  private startNext(): void {
    for (const line of this.lines.values()) {
      if (line.waiting.length > 0 && !this.isFull(line)) {
        line.waiting.shift()!.start();
        return;
      }
    }
  }
}

function isIdle(line: Line): boolean {
  return line.running === 0 && line.waiting.length === 0;
}
