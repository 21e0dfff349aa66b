import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS, type Settings } from '../config/settings.js';
import { TooMany } from '../errors/errors.js';
import { Clock } from '../time/clock.js';
import { RequestCounts } from './request-counts.js';

/** The state of the general limit after a request (D-156). */
export interface RateLimitState {
  readonly limit: number;
  readonly remaining: number;
  /** The start of the next window, in epoch seconds. */
  readonly reset: number;
}

/**
 * The general rate limit (D-22): the number of requests per token, or per address without a token,
 * in a fixed window.
 */
@Injectable()
export class RateLimit {
  /** The number of requests that this process has refused. */
  refused = 0;

  constructor(
    private readonly counts: RequestCounts,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  get isOn(): boolean {
    return this.settings.rateLimitRequests > 0;
  }

  /**
   * Counts a request.
   * @param subject a digest
   */
  async count(subject: Buffer): Promise<RateLimitState> {
    const { rateLimitRequests: limit, rateLimitWindowSeconds } = this.settings;
    const { requests, windowEnd } = await this.counts.count(subject, rateLimitWindowSeconds);
    return { limit, remaining: limit - requests, reset: windowEnd };
  }

  /** @throws TooMany when the request exceeds the limit */
  requireRoom({ remaining, reset }: RateLimitState): void {
    if (remaining >= 0) return;
    this.refused++;
    throw new TooMany(Math.max(1, reset - Math.floor(this.clock.milliseconds() / 1000)));
  }
}
