import type { TurnLimit } from '../config/setting-bounds.js';
import { TooMany } from '../errors/errors.js';

/** An account's id, or the client's address for a request without a credential. */
export type TurnTaker = number | string;

interface Waiting {
  start(): void;
}

interface Queue {
  running: number;
  readonly waiting: Waiting[];
}

const MAX_WAIT_SECONDS = 2;

/**
 * Limits one kind of costly work (D-211). Work beyond the limit waits, and waiting accounts take
 * turns, so that an account with many requests delays another by one piece of work.
 */
export class Turns {
  /** The number of refusals after too long a wait, for the metrics. */
  refused = 0;
  private running = 0;
  /** By account, in the order of their next turns. */
  private readonly queues = new Map<TurnTaker, Queue>();

  /**
   * @param maxWaitSeconds Infinity for a wait without a limit
   * @param restMs computes a rest in milliseconds from the duration of the work. The turn ends
   * after the rest, which leaves time of the thread to other work. The duration includes what the
   * caller does at once with the result, such as writing the response.
   * @param refusal the error after too long a wait
   */
  constructor(
    private readonly limit: TurnLimit,
    private readonly maxWaitSeconds = MAX_WAIT_SECONDS,
    private readonly restMs?: (workedMs: number) => number,
    private readonly refusal: (maxWaitSeconds: number) => Error = (seconds) => new TooMany(seconds),
  ) {}

  /**
   * Runs the work in a turn, which ends when the promise settles, or after the rest.
   * @throws TooMany (429) when the wait was too long; then the work does not run
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
   * Takes a turn that ends with a call of `end`.
   * @returns undefined when the turn has begun, else a promise of its start, which rejects after
   * `maxWaitSeconds`
   */
  take(taker: TurnTaker, maxWaitSeconds = this.maxWaitSeconds): Promise<void> | undefined {
    const queue = this.queueOf(taker);
    if (this.isFull(queue) || queue.waiting.length > 0) return this.wait(taker, queue, maxWaitSeconds);
    this.begin(taker, queue);
    return undefined;
  }

  end(taker: TurnTaker): void {
    const queue = this.queues.get(taker)!;
    this.running--;
    queue.running--;
    if (isIdle(queue)) this.queues.delete(taker);
    this.startNext();
  }

  private rest(taker: TurnTaker, workedMs: number): void {
    const restMs = this.restMs!(workedMs);
    if (restMs > 0) setTimeout(() => this.end(taker), restMs);
    else this.end(taker);
  }

  private queueOf(taker: TurnTaker): Queue {
    let queue = this.queues.get(taker);
    if (!queue) this.queues.set(taker, (queue = { running: 0, waiting: [] }));
    return queue;
  }

  private isFull(queue: Queue): boolean {
    return this.running >= this.limit.process || queue.running >= this.limit.account;
  }

  /** Moves the taker behind all others. */
  private begin(taker: TurnTaker, queue: Queue): void {
    this.running++;
    queue.running++;
    this.queues.delete(taker);
    this.queues.set(taker, queue);
  }

  private wait(taker: TurnTaker, queue: Queue, maxWaitSeconds: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const waiting: Waiting = {
        start: () => {
          clearTimeout(timer);
          this.begin(taker, queue);
          resolve();
        },
      };
      const giveUp = () => {
        queue.waiting.splice(queue.waiting.indexOf(waiting), 1);
        if (isIdle(queue)) this.queues.delete(taker);
        this.refused++;
        reject(this.refusal(maxWaitSeconds));
      };
      const timer = Number.isFinite(maxWaitSeconds) ? setTimeout(giveUp, maxWaitSeconds * 1000) : undefined;
      queue.waiting.push(waiting);
    });
  }

  private startNext(): void {
    for (const queue of this.queues.values()) {
      if (queue.waiting.length > 0 && !this.isFull(queue)) {
        queue.waiting.shift()!.start();
        return;
      }
    }
  }
}

function isIdle(queue: Queue): boolean {
  return queue.running === 0 && queue.waiting.length === 0;
}
