import { command } from '../../database/statement.js';
import { expiredRows } from '../jobs/expired-rows.sql.js';

/** Counts a request of the subject `$1` in the window from `$2` to `$3`. */
export const COUNT_REQUEST = command<{ requests: number }>(
  'limits.requests.count',
  `INSERT INTO request_counts (subject, window_start, window_end, requests) VALUES ($1, $2, $3, 1)
   ON CONFLICT (subject) DO UPDATE SET
     requests = CASE WHEN request_counts.window_start = $2 THEN request_counts.requests + 1 ELSE 1 END,
     window_start = $2,
     window_end = $3
   RETURNING requests`,
);

/** The counts of past windows, of `RateLimit` and of `SignInLimit`. */
export const ENDED_REQUEST_COUNTS = expiredRows('limits.rate', {
  table: 'request_counts',
  key: 'subject',
  where: 'window_end <= $1',
});
