import { dedicatedQuery } from '../statement.js';

export const COUNT_MISSING = dedicatedQuery<{ missing: number }>(
  'database.migrations.countMissing',
  `SELECT count(*) AS missing FROM unnest($1::text[]) wanted(name)
   WHERE NOT EXISTS (SELECT FROM schema_migrations m WHERE m.name = wanted.name)`,
);
