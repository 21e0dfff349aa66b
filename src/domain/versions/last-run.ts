import type { Clock } from '../../shared/time/clock.js';

/** What was made before the last look may be committed after it. */
const COMMITTED_WITHIN_SECONDS = 120;
/** What the first look of a process includes: another process may have stopped before its own. */
const FIRST_RUN_SECONDS = 3600;

/** Lets a job look only at rows that are new since its last run in this process. */
export class LastRun {
  private at: Date | undefined;

  constructor(private readonly clock: Clock) {}

  /** @param work gets the time from which it looks at rows; some of them it has seen before */
  async run<Result>(work: (since: Date) => Promise<Result>): Promise<Result> {
    const now = this.clock.now();
    const seconds = this.at ? COMMITTED_WITHIN_SECONDS : FIRST_RUN_SECONDS;
    const result = await work(new Date((this.at ?? now).getTime() - seconds * 1000));
    this.at = now;
    return result;
  }
}
