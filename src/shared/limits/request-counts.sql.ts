import { command } from '../../database/statement.js';
import { expiredRows } from '../jobs/expired-rows.sql.js';

/**
 * Adds `$4` requests to the counts of the subjects `$1`, in the windows from `$2` to `$3`. All
 * statements lock the rows in one order, so that two of them can't deadlock.
 */
export const COUNT_REQUESTS = command<{ subject: Buffer; requests: number }>(
  'limits.requests.count',
  `INSERT INTO request_counts AS known (subject, window_start, window_end, requests)
   SELECT * FROM unnest($1::bytea[], $2::timestamptz[], $3::timestamptz[], $4::integer[])
     AS counted (subject, window_start, window_end, requests)
   ORDER BY subject
   ON CONFLICT (subject) DO UPDATE SET
     requests = excluded.requests
       + CASE WHEN known.window_start = excluded.window_start THEN known.requests ELSE 0 END,
     window_start = excluded.window_start,
     window_end = excluded.window_end
   RETURNING subject, requests`,
);

/** The counts of past windows, of `RateLimit` and of `SignInLimit`. */
export const ENDED_REQUEST_COUNTS = expiredRows('limits.rate', {
  table: 'request_counts',
  where: 'window_end <= $1',
});
