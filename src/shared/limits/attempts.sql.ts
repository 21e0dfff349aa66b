import { command } from '../../database/statement.js';
import { expiredRows } from '../jobs/expired-rows.sql.js';

export const LOCK_SUBJECT = command(
  'limits.attempts.lock',
  'SELECT pg_advisory_xact_lock(hashtextextended($1, 0))',
);

/** Attempts after $5 are from a clock that was ahead. */
export const FIND_WAIT = command<{ wait_seconds: number }>(
  'limits.attempts.findWait',
  `SELECT greatest(1, ceil(extract(epoch FROM attempted - $3::timestamptz)))::integer AS wait_seconds
     FROM attempts
    WHERE kind = $1 AND subject = $2 AND attempted > $3 AND attempted <= $5
    ORDER BY attempted DESC
   OFFSET $4 LIMIT 1`,
);

export const INSERT_ATTEMPTS = command<{ id: number }>(
  'limits.attempts.insert',
  `INSERT INTO attempts (kind, subject, attempted, ends)
   SELECT kind, subject, $3, ends FROM unnest($1::text[], $2::bytea[], $4::timestamptz[]) AS attempt (kind, subject, ends)
   RETURNING id`,
);

export const FORGIVE_ATTEMPTS = command(
  'limits.attempts.forgive',
  'DELETE FROM attempts WHERE id = ANY ($1::bigint[])',
);

/** Attempts whose window has ended (D-282). */
export const ENDED_ATTEMPTS = expiredRows('limits.attempts', {
  table: 'attempts',
  where: 'ends <= $1',
  order: 'ends',
});
