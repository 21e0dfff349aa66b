import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SchedulerRegistry } from '@nestjs/schedule';
import { Jobs } from '../../src/schedule/jobs.js';
import { Schedule } from '../../src/schedule/schedule.js';
import { packageRoot } from '../../src/shared/package-root.js';
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

it('every job with an interval of its own is in the table of docs/operations.md', async () => {
  const app = await startApp({
    ...{ SECONDARIES: '192.0.2.1', CATALOG_ZONE: 'catalog.invalid', JOB_INTERVAL_SECONDS: '86400' },
    TSIG_KEY: `hmac-sha256:secondaries:${Buffer.alloc(32).toString('base64')}`,
  });
  const jobs = app.app.get(Jobs).all();
  await app.close();
  const [, section] = readFileSync(join(packageRoot, 'docs/operations.md'), 'utf8').split('\n## Jobs\n');
  const rows = section!.split('\n### ', 1)[0]!.match(/^\| `.*$/gm)!;
  const named = rows.flatMap((row) => Array.from(row.matchAll(/`([a-z]+\.[a-z.]+)`/g), ([, name]) => name!));
  const own = jobs.filter(({ everySeconds }) => everySeconds !== 86_400).map(({ name }) => name);
  expect(named.sort()).toEqual(own.sort());
});
