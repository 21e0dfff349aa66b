import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS, type Settings } from '../config/settings.js';
import { TooMany } from '../errors/errors.js';
import { sha256 } from '../secrets/sha256.js';
import { Clock } from '../time/clock.js';
import { addressBlock } from './address-block.rules.js';
import { CostlyWork } from './costly-work.js';
import { RequestCounts } from './request-counts.js';

const SIGN_IN_WINDOW_SECONDS = 300;
/** The limit of remembered blocks, which bounds their memory. */
const MAX_REFUSED = 10_000;

/**
 * The limit of requests without a valid credential, by block of addresses (D-212). The database
 * counts for all replicas.
 */
@Injectable()
export class SignInLimit {
  /** The number of requests that this process has refused. */
  refused = 0;
  /** The blocks that exceed the limit in this window. Their further requests cost no write. */
  private readonly overLimit = new Set<string>();
  private windowStart = 0;

  constructor(
    private readonly counts: RequestCounts,
    private readonly clock: Clock,
    private readonly work: CostlyWork,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** @throws TooMany when the block of the address exceeds the limit */
  async count(address: string): Promise<void> {
    const limit = this.settings.signInRateLimit;
    if (limit === 0) return;
    const block = addressBlock(address);
    const start = this.currentWindow();
    if (this.overLimit.has(block)) this.refuse(start);
    const subject = sha256(`sign-in ${block}`);
    const { requests, windowStart } = await this.counts.count(subject, SIGN_IN_WINDOW_SECONDS);
    if (requests <= limit) return;
    // Another request may have begun the next window during the count.
    if (windowStart === this.windowStart && this.overLimit.size < MAX_REFUSED) this.overLimit.add(block);
    this.refuse(windowStart);
  }

  /**
   * Answers a request in a turn of its block of addresses (D-211), because a page takes some
   * milliseconds of the thread of all requests. `answer` must not wait for the client or for
   * another turn.
   * @throws TooMany after a wait of 2 seconds
   */
  inTurn<Result>(address: string, answer: () => Promise<Result>): Promise<Result> {
    return this.work.signIns.run(addressBlock(address), answer);
  }

  private refuse(windowStart: number): never {
    this.refused++;
    const seconds = windowStart + SIGN_IN_WINDOW_SECONDS - Math.floor(this.clock.milliseconds() / 1000);
    throw new TooMany(Math.max(1, seconds));
  }

  /** The start of the current window, in epoch seconds. */
  private currentWindow(): number {
    const now = Math.floor(this.clock.milliseconds() / 1000);
    const start = now - (now % SIGN_IN_WINDOW_SECONDS);
    if (start !== this.windowStart) this.overLimit.clear();
    this.windowStart = start;
    return start;
  }
}
