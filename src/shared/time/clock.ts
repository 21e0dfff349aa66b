import { Injectable } from '@nestjs/common';

const DAY_SECONDS = 86_400;
const MAX_SKEW_SECONDS = 10;

/**
 * The only source of the present time, so that a test can move it. It shows the database's time (D-222): `DatabaseTime`
 * measures it, and between two measurements a monotonic timer counts on. A process with a wrong clock of its own
 * therefore stores and expires nothing at a wrong time.
 */
@Injectable()
export class Clock {
  /** What to add to the monotonic timer to get the database's time; undefined before the first measurement. */
  private databaseOrigin: number | undefined;

  /** The present, cut to whole seconds: what the API stores and shows (D-09). */
  now(): Date {
    return new Date(Math.floor(this.milliseconds() / 1000) * 1000);
  }

  /** Milliseconds since the epoch. */
  milliseconds(): number {
    return this.databaseMilliseconds();
  }

  /** A time relative to now; negative seconds lie in the past. */
  in(seconds: number): Date {
    return new Date(this.now().getTime() + seconds * 1000);
  }

  daysAgo(days: number): Date {
    return this.in(-days * DAY_SECONDS);
  }

  /** @param at what `performance.now()` said when the database's clock showed `databaseMs` */
  set(databaseMs: number, at: number): void {
    this.databaseOrigin = databaseMs - at;
  }

  /** How far this process's own clock is ahead of the database's, in seconds. */
  get skewSeconds(): number {
    return (Date.now() - this.databaseMilliseconds()) / 1000;
  }

  /** Whether both clocks agree (D-222). When they don't, one of them is wrong, and nobody here knows which. */
  get isRight(): boolean {
    return Math.abs(this.skewSeconds) <= MAX_SKEW_SECONDS;
  }

  private databaseMilliseconds(): number {
    return this.databaseOrigin === undefined ? Date.now() : this.databaseOrigin + performance.now();
  }
}
