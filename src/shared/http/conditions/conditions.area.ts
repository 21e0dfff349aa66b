import type { Area } from '../../areas/area.js';
import { ConditionsModule } from './conditions.module.js';
import { KeptAnswers } from './kept-answers.js';

export const conditionsArea: Area = {
  module: ConditionsModule,
  encrypted: [
    {
      table: 'kept_answers',
      column: 'answer',
      context: "'kept_answers:' || user_id || ':' || encode(key_hash, 'hex')",
    },
  ],
  jobs: ({ get, tidy }) => [
    tidy('conditions.answers', (tx, limit) => get(KeptAnswers).tidy(tx, limit)),
    tidy('conditions.counts', (tx, limit) => get(KeptAnswers).tidyCounts(tx, limit)),
  ],
};
