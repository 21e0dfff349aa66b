import { Injectable } from '@nestjs/common';

/** The only source of the present time, so that a test can move it. */
@Injectable()
export class Clock {
  /** The present, cut to whole seconds: what the API stores and shows (D-09). */
  now(): Date {
    return new Date(Math.floor(this.milliseconds() / 1000) * 1000);
  }

  /** Milliseconds since the epoch. */
  milliseconds(): number {
    return Date.now();
  }

  /** A time relative to now; negative seconds lie in the past. */
  in(seconds: number): Date {
    return new Date(this.now().getTime() + seconds * 1000);
  }

  daysAgo(days: number): Date {
    return this.in(-days * DAY_SECONDS);
  }
}

const DAY_SECONDS = 86_400;
