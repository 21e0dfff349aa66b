import type { Area } from '../../areas/area.js';
import { TooMany } from '../../errors/errors.js';
import { ConditionsModule } from './conditions.module.js';
import { KeptAnswers } from './kept-answers.js';
import { TOO_MUCH_KEPT } from './kept-answers.sql.js';

const RETRY_SECONDS = 3600;

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
  constraints: {
    [TOO_MUCH_KEPT]: () => new TooMany(RETRY_SECONDS),
  },
};
