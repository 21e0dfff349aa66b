import type { INestApplication } from '@nestjs/common';
import { CapturesService } from '../image/jobs/captures.service.js';
import { TidyService } from '../image/jobs/tidy.service.js';
import { SETTINGS, type Settings } from '../shared/config/settings.js';
import { repeat, type Job } from '../shared/jobs/repeat.js';
import type { Logger } from '../shared/log/logger.js';

/** Often enough that a capture of a killed process is taken up within 60 s (D-182), its claim's 30 s included. */
const CAPTURE_SECONDS = 5;
const ORPHAN_SECONDS = 3600;

interface Scheduled {
  readonly name: string;
  readonly everySeconds: number;
  readonly job: Job;
}

/**
 * Every job of the service and how often it looks for work.
 * @returns stops them.
 */
export function startSchedule(app: INestApplication, logger: Logger): () => void {
  const stops = jobsOf(app).map(({ name, everySeconds, job }) => repeat(name, everySeconds, job, logger));
  return () => stops.forEach((stop) => stop());
}

function jobsOf(app: INestApplication): Scheduled[] {
  const { jobIntervalSeconds } = app.get<Settings>(SETTINGS);
  const captures = app.get(CapturesService);
  const tidy = app.get(TidyService);
  const capture: Scheduled = {
    name: 'image.captures',
    everySeconds: Math.min(CAPTURE_SECONDS, jobIntervalSeconds),
    job: () => captures.captureAll(),
  };
  return [
    // Twice, so that one huge disk does not hold up all others.
    capture,
    capture,
    { name: 'image.overdue', everySeconds: jobIntervalSeconds, job: () => tidy.deleteOverdue() },
    { name: 'image.orphans', everySeconds: ORPHAN_SECONDS, job: () => tidy.removeOrphans() },
  ];
}
