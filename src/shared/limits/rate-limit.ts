import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS, type Settings } from '../config/settings.js';
import { Database } from '../../database/database.js';
import { command } from '../../database/statement.js';
import { TooMany } from '../errors/errors.js';
import { Clock } from '../time/clock.js';

/** How much of the general limit a request left (D-156). */
export interface RateLimitState {
  readonly limit: number;
  readonly remaining: number;
  /** Epoch seconds at which counting begins anew. */
  readonly reset: number;
}

/** Counts a request of the subject `$1` in the window from `$2` to `$3`. */
export const COUNT_REQUEST = command<{ requests: number }>(
  'limits.rate.count',
  `INSERT INTO request_counts (subject, window_start, window_end, requests) VALUES ($1, $2, $3, 1)
   ON CONFLICT (subject) DO UPDATE SET
     requests = CASE WHEN request_counts.window_start = $2 THEN request_counts.requests + 1 ELSE 1 END,
     window_start = $2,
     window_end = $3
   RETURNING requests`,
);
const TIDY = command(
  'limits.rate.tidy',
  `DELETE FROM request_counts WHERE subject IN (
     SELECT subject FROM request_counts WHERE window_end <= $1 LIMIT $2 FOR UPDATE SKIP LOCKED)`,
);

/** The general rate limit (D-22): a number of requests per token, or per address without a token, in a fixed window. */
@Injectable()
export class RateLimit {
  /** How many requests this process has refused. */
  refused = 0;

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  get isOn(): boolean {
    return this.settings.rateLimitRequests > 0;
  }

  /** Counts a request of the subject, a digest. */
  async count(subject: Buffer): Promise<RateLimitState> {
    const { rateLimitRequests: limit, rateLimitWindowSeconds: windowSeconds } = this.settings;
    const start = Math.floor(this.clock.milliseconds() / 1000 / windowSeconds) * windowSeconds;
    const values = [subject, new Date(start * 1000), new Date((start + windowSeconds) * 1000)];
    const counted = await this.database.request.separately((tx) => tx.row(COUNT_REQUEST, values));
    const remaining = limit - counted!.requests;
    return { limit, remaining, reset: start + windowSeconds };
  }

  /** @throws TooMany when the request was one too many. */
  requireRoom({ remaining, reset }: RateLimitState): void {
    if (remaining >= 0) return;
    this.refused++;
    throw new TooMany(Math.max(1, reset - Math.floor(this.clock.milliseconds() / 1000)));
  }

  /** Removes the counts of windows that are over, whichever limit they are of. @returns how many, at most `limit`. */
  tidy(limit: number): Promise<number> {
    return this.database.transaction((tx) => tx.run(TIDY, [this.clock.now(), limit]));
  }
}
