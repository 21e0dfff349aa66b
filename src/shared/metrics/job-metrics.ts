import { Injectable } from '@nestjs/common';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Job } from '../jobs/job.js';
import { Clock } from '../time/clock.js';

const BUCKETS_SECONDS = [0.01, 0.1, 1, 10, 60, 600, 3600];

/** Results of the jobs of this process. */
@Injectable()
export class JobMetrics {
  private readonly runs: Counter<'name' | 'result'>;
  private readonly durations: Histogram<'name'>;
  private readonly lastSuccess: Gauge<'name'>;
  private readonly interval: Gauge<'name'>;

  constructor(
    registry: Registry,
    private readonly clock: Clock,
  ) {
    const registers = [registry];
    this.runs = new Counter({
      name: 'scheduled_job_runs_total',
      help: 'Runs of a job, by their result.',
      labelNames: ['name', 'result'],
      registers,
    });
    this.durations = new Histogram({
      name: 'scheduled_job_duration_seconds',
      help: 'The duration of a run.',
      labelNames: ['name'],
      buckets: BUCKETS_SECONDS,
      registers,
    });
    this.lastSuccess = new Gauge({
      name: 'scheduled_job_last_success_timestamp_seconds',
      help: 'When a run last succeeded.',
      labelNames: ['name'],
      registers,
      aggregator: 'max',
    });
    this.interval = new Gauge({
      name: 'scheduled_job_interval_seconds',
      help: 'The interval of the runs.',
      labelNames: ['name'],
      registers,
      aggregator: 'max',
    });
  }

  /** Creates the series of the job before its first run ends. */
  announce({ name, everySeconds }: Job): void {
    this.interval.set({ name }, everySeconds);
    this.runs.inc({ name, result: 'success' }, 0);
    this.runs.inc({ name, result: 'failure' }, 0);
  }

  /** Runs the job once. */
  async measure(job: Job): Promise<readonly unknown[] | number> {
    const { name } = job;
    const end = this.durations.startTimer({ name });
    try {
      const done = await job.run();
      this.runs.inc({ name, result: 'success' });
      this.lastSuccess.set({ name }, this.clock.milliseconds() / 1000);
      return done;
    } catch (error) {
      this.runs.inc({ name, result: 'failure' });
      throw error;
    } finally {
      end();
    }
  }
}
