import type { Area } from '../areas/area.js';
import { ENDED_ATTEMPTS } from './attempts.sql.js';
import { LimitsModule } from './limits.module.js';
import { ENDED_REQUEST_COUNTS } from './request-counts.sql.js';

export const limitsArea: Area = {
  module: LimitsModule,
  jobs: ({ expire }) => [expire(ENDED_ATTEMPTS), expire(ENDED_REQUEST_COUNTS)],
};
