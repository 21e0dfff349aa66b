import { Injectable } from '@nestjs/common';

const DAY_SECONDS = 86_400;
const MAX_SKEW_SECONDS = 10;

/**
 * The only source of the present time, so that a test can move it. It shows the database's time
 * (D-222): `DatabaseTime` measures it, and a monotonic timer continues between measurements. A
 * process with a wrong clock therefore stores and expires nothing at a wrong time.
 */
@Injectable()
export class Clock {
  /**
   * The offset from the monotonic timer to the database's time; undefined before the first
   * measurement.
   */
  private databaseOrigin: number | undefined;

  /** The present time in whole seconds, as the API stores and shows it (D-09). */
  now(): Date {
    return new Date(Math.floor(this.milliseconds() / 1000) * 1000);
  }

  /** Milliseconds since the epoch. */
  milliseconds(): number {
    return this.databaseMilliseconds();
  }

  /**
   * A time relative to now.
   * @param seconds negative for the past
   */
  in(seconds: number): Date {
    return new Date(this.now().getTime() + seconds * 1000);
  }

  daysAgo(days: number): Date {
    return this.in(-days * DAY_SECONDS);
  }

  /** @param at the value of `performance.now()` when the database's clock showed `databaseMs` */
  set(databaseMs: number, at: number): void {
    this.databaseOrigin = databaseMs - at;
  }

  /** How many seconds this process's own clock is ahead of the database's. */
  get skewSeconds(): number {
    return (Date.now() - this.databaseMilliseconds()) / 1000;
  }

  /** Whether both clocks agree (D-222). If not, either may be wrong. */
  get isRight(): boolean {
    return Math.abs(this.skewSeconds) <= MAX_SKEW_SECONDS;
  }

  private databaseMilliseconds(): number {
    return this.databaseOrigin === undefined ? Date.now() : this.databaseOrigin + performance.now();
  }
}
