import type { Area } from '../areas/area.js';
import type { JobTools } from '../jobs/job.js';
import { ENDED_ATTEMPTS } from './attempts.sql.js';
import { LimitsModule } from './limits.module.js';
import { RateLimit } from './rate-limit.js';

const COUNTS_AT_ONCE = 10_000;

export const limitsArea: Area = { module: LimitsModule, jobs };

function jobs({ get, expire, settings }: JobTools) {
  return [
    expire(ENDED_ATTEMPTS),
    {
      name: 'limits.rate',
      everySeconds: settings.jobIntervalSeconds,
      run: () => get(RateLimit).tidy(COUNTS_AT_ONCE),
    },
  ];
}
