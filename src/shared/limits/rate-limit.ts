import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS, type Settings } from '../config/settings.js';
import { Database } from '../../database/database.js';
import { TooMany } from '../errors/errors.js';
import { Clock } from '../time/clock.js';
import { COUNT_REQUEST } from './request-counts.sql.js';

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
    private readonly database: Database,
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
    const { rateLimitRequests: limit, rateLimitWindowSeconds: windowSeconds } = this.settings;
    const start = Math.floor(this.clock.milliseconds() / 1000 / windowSeconds) * windowSeconds;
    const values = [subject, new Date(start * 1000), new Date((start + windowSeconds) * 1000)];
    const counted = await this.database.request.separately((tx) => tx.row(COUNT_REQUEST, values));
    const remaining = limit - counted!.requests;
    return { limit, remaining, reset: start + windowSeconds };
  }

  /** @throws TooMany when the request exceeds the limit */
  requireRoom({ remaining, reset }: RateLimitState): void {
    if (remaining >= 0) return;
    this.refused++;
    throw new TooMany(Math.max(1, reset - Math.floor(this.clock.milliseconds() / 1000)));
  }
}
