import { Turns, type TurnTaker } from './turns.js';

/** More than a page of 500 ordinary entries has. */
const LARGE_BYTES = 256 * 1024;
const EXPECTED_MS = 600_000;
/** An answer takes nearly as long to read as to hand over: this leaves more than half of the thread to others. */
const REST = 4;
/** Less than anybody waits for a turn. */
const MAX_REST_MS = 1_000;

/**
 * Large answers keep the thread busy that answers all requests, which builds and writes them. It takes one at a time, in turn
 * between accounts, and rests after each (D-211). Who got a large answer is expected to get another, so that the next one is not
 * even read before there is a turn for it.
 */
export class LargeAnswers extends Turns {
  /** By taker and by what they asked for: until when. The first ends first. */
  private readonly expected = new Map<string, number>();

  constructor() {
    super({ account: 1, process: 1 }, undefined, (workedMs) => Math.min(workedMs * REST, MAX_REST_MS));
  }

  /** Whether the taker got a large answer to this in the last ten minutes. */
  isExpected(taker: TurnTaker, asked: string | undefined): boolean {
    if (this.expected.size === 0) return false;
    this.forgetEnded();
    return this.expected.has(keyOf(taker, asked));
  }

  /**
   * Calls `handOver` with an answer of `bytes` bytes; a large answer waits for the taker's turn.
   * @throws TooMany (429) when it has waited too long for its turn
   */
  async handOver<Result>(
    taker: TurnTaker,
    asked: string | undefined,
    bytes: number,
    answer: Result,
  ): Promise<Result> {
    if (bytes <= LARGE_BYTES) return answer;
    const key = keyOf(taker, asked);
    this.expected.delete(key);
    this.expected.set(key, performance.now() + EXPECTED_MS);
    return this.run(taker, () => Promise.resolve(answer));
  }

  private forgetEnded(): void {
    const now = performance.now();
    for (const [key, until] of this.expected) {
      if (until > now) return;
      this.expected.delete(key);
    }
  }
}

function keyOf(taker: TurnTaker, asked: string | undefined): string {
  return `${taker} ${asked}`;
}
