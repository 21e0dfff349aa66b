import type { Clock } from '../../shared/time/clock.js';

/** A run repeats this time, because a transaction may commit a row after the last run. */
const COMMITTED_WITHIN_SECONDS = 120;
/**
 * The time that the first run includes, because another process may have stopped before its run.
 */
const FIRST_RUN_SECONDS = 3600;

/** Lets a job read only the rows that are new since its last run in this process. */
export class LastRun {
  private at: Date | undefined;

  constructor(private readonly clock: Clock) {}

  /** @param work gets the time since which rows are new; it has read some of them before */
  async run<Result>(work: (since: Date) => Promise<Result>): Promise<Result> {
    const now = this.clock.now();
    const seconds = this.at ? COMMITTED_WITHIN_SECONDS : FIRST_RUN_SECONDS;
    const result = await work(new Date((this.at ?? now).getTime() - seconds * 1000));
    this.at = now;
    return result;
  }
}
