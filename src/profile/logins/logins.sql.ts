import { CALLER } from '../../access/caller.js';
import type { PathLookup } from '../../shared/areas/area.js';
import { expiredRows } from '../../shared/jobs/expired-rows.sql.js';
import { Collection } from '../../shared/lists/collection.js';
import { LOGIN, type LoginRow } from './login.resource.js';

const OWN_SINCE = `l.user_id = caller.user_id AND l.status = 'successful' AND l.datetime > $2`;

/**
 * Adds the precomputed counts of whole hours, and counts the logins of the first, incomplete hour
 * (D-225).
 */
const TOTAL = `SELECT
    coalesce((SELECT sum(c.logins) FROM login_counts c WHERE c.user_id = caller.user_id AND c.hour >= counted.start), 0)::bigint
    + (SELECT count(*) FROM logins l WHERE ${OWN_SINCE} AND l.datetime < counted.start)
  FROM caller CROSS JOIN (
    SELECT greatest(date_trunc('hour', $2::timestamptz, 'UTC') + interval '1 hour', s.start) AS start
    FROM login_count_starts s) counted`;

/** The caller's successful logins since `$2`, newest first (D-88). `$1` is the caller's key. */
export const LOGINS = new Collection<LoginRow>({
  name: 'profile.logins.list',
  with: CALLER,
  select: LOGIN.columns(),
  of: 'caller',
  from: 'logins l',
  where: OWN_SINCE,
  key: { 'l.id': 'bigint' },
  descending: true,
  total: TOTAL,
  fields: LOGIN.filters,
});

/** Also finds failed logins, which the list leaves out (D-88). */
export const LOGIN_LOOKUP = {
  params: ['loginId'],
  key: 'number',
  from: 'logins l',
  where: 'l.user_id = caller.user_id AND l.id = $3',
  shown: LOGIN.columns(),
  rows: 'l',
} as const satisfies PathLookup;

/**
 * The counts of hours whose logins are deleted, with their partition or from the default one
 * (D-226).
 */
export const EXPIRED_LOGIN_COUNTS = expiredRows('profile.loginCounts', {
  table: 'login_counts',
  where: `hour < $1
    AND hour < (SELECT min(coalesce(lower, '-infinity')) FROM partitions_of('logins') WHERE upper IS NOT NULL)
    AND hour < (SELECT over_age - interval '1 hour' FROM partitioned_tables WHERE table_name = 'logins')`,
  order: 'hour',
});
