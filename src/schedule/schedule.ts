import { Inject, Injectable } from '@nestjs/common';
import { SchedulerRegistry } from '@nestjs/schedule';
import type { Job } from '../shared/jobs/job.js';
import { LOGGER, type Logger } from '../shared/log/logger.js';
import { JobMetrics } from '../shared/metrics/job-metrics.js';
import { Clock } from '../shared/time/clock.js';
import { Jobs } from './jobs.js';

/**
 * Runs each job at start and then at its interval, but never twice at the same time in this
 * process. Settings give the intervals, so they are added to Nest's `SchedulerRegistry` at run
 * time.
 */
@Injectable()
export class Schedule {
  private readonly running = new Set<Job>();
  /** The number of consecutive failures of each job. */
  private readonly failures = new Map<Job, number>();

  constructor(
    private readonly jobs: Jobs,
    private readonly registry: SchedulerRegistry,
    private readonly metrics: JobMetrics,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Nest stops the intervals on shutdown. A running job then ends after its current batch. */
  start(): void {
    for (const job of this.jobs.all()) {
      const interval = setInterval(() => void this.runOnce(job), job.everySeconds * 1000);
      this.registry.addInterval(job.name, interval.unref());
      this.metrics.announce(job);
      void this.runOnce(job);
    }
  }

  private async runOnce(job: Job): Promise<void> {
    // D-222: with a wrong clock, here or in the database, a job could delete rows that have not
    // expired.
    if (this.running.has(job) || !this.clock.isRight) return;
    this.running.add(job);
    try {
      const done = await this.metrics.measure(job);
      this.reportRecovery(job);
      const count = typeof done === 'number' ? done : done.length;
      if (count > 0) this.logger.info({ job: job.name, done }, 'job done');
    } catch (error) {
      this.reportFailure(job, error);
    } finally {
      this.running.delete(job);
    }
  }

  /**
   * Logs the 1st, 2nd, 4th, 8th ... consecutive failure: a job may run each second, and the cause
   * may last for hours.
   */
  private reportFailure(job: Job, error: unknown): void {
    const failures = (this.failures.get(job) ?? 0) + 1;
    this.failures.set(job, failures);
    if (Number.isInteger(Math.log2(failures)))
      this.logger.error({ job: job.name, failures, err: error }, 'job failed');
  }

  private reportRecovery(job: Job): void {
    const failures = this.failures.get(job);
    if (failures === undefined) return;
    this.failures.delete(job);
    this.logger.info({ job: job.name, failures }, 'job succeeds again');
  }
}
