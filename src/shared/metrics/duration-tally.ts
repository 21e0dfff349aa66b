/** Upper bounds in seconds: a read takes a few milliseconds, an import up to a minute. */
export const DURATION_BUCKETS_SECONDS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60];

/** Durations and statuses of one kind of request, as plain numbers, which are cheap to count. */
export class DurationTally {
  readonly statuses = new Map<number, number>();
  /** Not cumulative. Durations above the last bound are only in `count`. */
  readonly buckets = new Float64Array(DURATION_BUCKETS_SECONDS.length);
  sumSeconds = 0;
  count = 0;

  add(status: number, seconds: number): void {
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
    this.sumSeconds += seconds;
    this.count++;
    for (let index = 0; index < DURATION_BUCKETS_SECONDS.length; index++) {
      if (seconds > DURATION_BUCKETS_SECONDS[index]!) continue;
      this.buckets[index]!++;
      return;
    }
  }
}
