import { command, keyedQuery, listQuery, query, type Query } from '../../../database/statement.js';
import { expiredRows } from '../../jobs/expired-rows.sql.js';

/** The rule that `CLAIM_KEY` violates when another request has the key. */
export const KEY_TAKEN = 'kept_answers_key_taken';
/** The constraint that it violates when the user's answers reach their maximum size. */
export const TOO_MUCH_KEPT = 'kept_answer_counts_kib_check';

/** The maximum of a user's answers in a day. */
const MAX_KIB = 65_536;

interface KnownKey {
  readonly requestHash: Buffer;
  /** False while the request is running. */
  readonly hasAnswer: boolean;
  /** Whether a running request has a lease on the key. */
  readonly isLeased: boolean;
}

/**
 * A statement, because the bench measures it. $3 is the time until which answers are outdated, $4
 * the present.
 */
export const FIND_KEY = keyedQuery<KnownKey>(
  'conditions.keys.find',
  ['bigint', 'bytea', 'timestamptz', 'timestamptz'],
  `SELECT request_hash AS "requestHash", answer <> '' AS "hasAnswer", coalesce(lease_until > $4, false) AS "isLeased"
   FROM kept_answers WHERE user_id = $1 AND key_hash = $2 AND created > $3`,
);

const READ_ANSWER = query<{ answer: Buffer }>(
  'conditions.answers.read',
  `SELECT answer FROM kept_answers WHERE user_id = $1 AND key_hash = $2 AND request_hash = $3 AND answer <> ''`,
);

/** An answer may be as large as a list, so it waits for the account's turns of lists. */
export function readAnswer(accountId: number): Query<{ answer: Buffer }> {
  return listQuery(READ_ANSWER, accountId);
}

/**
 * Inserts the key's row before all other changes; `KEEP_ANSWER` adds the answer. Another request
 * with the key waits here for the lock until this transaction ends, or fails if its transaction is
 * shared ($9). A statement, because TypeORM has no advisory locks, and no condition on the row that
 * an upsert replaces.
 */
export const CLAIM_KEY = command(
  'conditions.keys.claim',
  `WITH locked AS MATERIALIZED (
     SELECT CASE WHEN $9::boolean THEN pg_try_advisory_xact_lock(id)
       ELSE pg_advisory_xact_lock(id) IS NOT NULL END AS is_free
     FROM hashtextextended(encode($2, 'hex'), 230) AS id),
   claimed AS (
     INSERT INTO kept_answers AS known (account_id, user_id, key_hash, request_hash, answer, created, lease_until)
     SELECT $3, $1, $2, $4, '', $5, $7 FROM locked WHERE is_free
     ON CONFLICT (user_id, key_hash) DO UPDATE SET request_hash = excluded.request_hash, answer = '',
       created = excluded.created, lease_until = excluded.lease_until
     WHERE known.created <= $6 OR (known.answer = '' AND known.lease_until <= $5)
     RETURNING user_id)
   SELECT CASE
     WHEN NOT EXISTS (SELECT FROM claimed) THEN violates('${KEY_TAKEN}')
     WHEN EXISTS (SELECT FROM kept_answer_counts WHERE user_id = $1 AND window_start = $8 AND kib >= ${MAX_KIB})
       THEN violates('${TOO_MUCH_KEPT}')
     ELSE true END`,
);

/**
 * A statement, because the bench measures it. Finds no row when another request has taken over the
 * key after its lease.
 */
export const KEEP_ANSWER = command(
  'conditions.answers.keep',
  `WITH kept AS (
     UPDATE kept_answers SET answer = $3, lease_until = NULL
     WHERE user_id = $1 AND key_hash = $2 AND answer = '' AND lease_until IS NOT DISTINCT FROM $4 RETURNING user_id)
   SELECT FROM (SELECT) once LEFT JOIN kept ON true WHERE kept.user_id IS NOT NULL OR stale()`,
);

/** Sent together with `KEEP_ANSWER`. */
export const COUNT_KEPT = command(
  'conditions.answers.count',
  `INSERT INTO kept_answer_counts AS counts (account_id, user_id, window_start, kib)
   VALUES ($4, $1, $2, least($3::integer, ${MAX_KIB}))
   ON CONFLICT (user_id) DO UPDATE SET window_start = $2, kib = least(${MAX_KIB},
     excluded.kib + CASE WHEN counts.window_start = $2 THEN counts.kib ELSE 0 END)`,
);

/** How long answers are kept (D-230). */
export const KEPT_SECONDS = 24 * 3600;

export const OLD_ANSWERS = expiredRows('conditions.answers', {
  table: 'kept_answers',
  where: 'created <= $1',
  order: 'created',
});

/** The counts of past windows. */
export const OLD_COUNTS = expiredRows('conditions.counts', {
  table: 'kept_answer_counts',
  where: 'window_start < $1',
});
