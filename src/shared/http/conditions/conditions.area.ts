import type { Area } from '../../areas/area.js';
import { ConditionsModule } from './conditions.module.js';
import { KEPT_SECONDS, OLD_ANSWERS, OLD_COUNTS } from './kept-answers.sql.js';

export const conditionsArea: Area = {
  module: ConditionsModule,
  encrypted: [
    {
      table: 'kept_answers',
      column: 'answer',
      context: "'kept_answers:' || user_id || ':' || encode(key_hash, 'hex')",
    },
  ],
  jobs: ({ expire }) => [expire(OLD_ANSWERS, KEPT_SECONDS), expire(OLD_COUNTS, KEPT_SECONDS)],
};
