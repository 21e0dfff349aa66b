import { setTimeout as delay } from 'node:timers/promises';
import { Jobs } from '../../src/schedule/jobs.js';
import type { TestApp } from '../support/app.js';

/**
 * Runs the jobs about secondaries, the platform's and customers', as the schedule does, which does not run under the test's clock.
 * @returns ends that; to be called before the service is closed
 */
export function startAnnouncing({ app }: TestApp): () => Promise<void> {
  let isOver = false;
  const jobs = app
    .get(Jobs)
    .all()
    .filter(({ name }) => ['domain.announcements', 'domain.catalogs', 'domain.notifications'].includes(name));
  const ended = (async () => {
    while (!isOver) {
      // While the database is away they fail, and the next turn does their work.
      for (const job of jobs) await job.run().catch(() => undefined);
      await delay(500);
    }
  })();
  return async () => {
    isOver = true;
    await ended;
  };
}
