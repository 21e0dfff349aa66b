import { SchedulerRegistry } from '@nestjs/schedule';
import { Jobs } from '../../src/schedule/jobs.js';
import { Schedule } from '../../src/schedule/schedule.js';
import { startApp } from '../support/app.js';

it('every job has its interval in the scheduler, which ends it when the application stops', async () => {
  const app = await startApp();
  const registry = app.app.get(SchedulerRegistry, { strict: false });
  const names = app.app
    .get(Jobs)
    .all()
    .map(({ name }) => name);
  try {
    expect(registry.getIntervals()).toEqual([]);
    app.app.get(Schedule).start();
    expect(registry.getIntervals()).toEqual(names);
  } finally {
    await app.close();
  }
  expect(registry.getIntervals()).toEqual([]);
});
