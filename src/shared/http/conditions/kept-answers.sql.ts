import { append, command, versioned } from '../../../database/statement.js';

/** What `CLAIM_KEY` violates when the key is not free. */
export const KEY_TAKEN = 'kept_answers_key_taken';
/** What it violates when so much is kept for the user that no more may be. */
export const TOO_MUCH_KEPT = 'kept_answer_counts_kib_check';

const MAX_KIB = 65_536;

/** A statement, because it leaves with the request's first change, which must not happen when the key is not free. */
export const CLAIM_KEY = command(
  'conditions.key.claim',
  `SELECT CASE
     WHEN NOT pg_try_advisory_xact_lock($3) OR EXISTS (
       SELECT FROM kept_answers WHERE user_id = $1 AND key_hash = $2 AND created > $4) THEN violates('${KEY_TAKEN}')
     WHEN EXISTS (SELECT FROM kept_answer_counts WHERE user_id = $1 AND window_start = $5 AND kib >= ${MAX_KIB})
       THEN violates('${TOO_MUCH_KEPT}')
     ELSE true END`,
);

/** The bench measures it. When the key was used since it was looked up, the whole request runs again. */
export const KEEP_ANSWER = versioned(
  'conditions.answer.keep',
  `INSERT INTO kept_answers AS known (account_id, user_id, key_hash, request_hash, answer, created)
   VALUES ($7, $1, $2, $3, $4, $5)
   ON CONFLICT (user_id, key_hash) DO UPDATE
     SET request_hash = excluded.request_hash, answer = excluded.answer, created = excluded.created
   WHERE known.created <= $6 OR stale()`,
);

/** Leaves with `KEEP_ANSWER`. */
export const COUNT_KEPT = append(
  'conditions.answer.count',
  `INSERT INTO kept_answer_counts AS counts (account_id, user_id, window_start, kib)
   VALUES ($4, $1, $2, least($3::integer, ${MAX_KIB}))
   ON CONFLICT (user_id) DO UPDATE SET window_start = $2, kib = least(${MAX_KIB},
     excluded.kib + CASE WHEN counts.window_start = $2 THEN counts.kib ELSE 0 END)`,
);

/** TypeORM has no SKIP LOCKED for a delete: two replicas tidy side by side. */
export const TIDY_ANSWERS = command(
  'conditions.answer.tidy',
  `DELETE FROM kept_answers WHERE (user_id, key_hash) IN (
     SELECT user_id, key_hash FROM kept_answers WHERE created <= $1 ORDER BY created LIMIT $2 FOR UPDATE SKIP LOCKED)`,
);

/** As `TIDY_ANSWERS`. */
export const TIDY_COUNTS = command(
  'conditions.count.tidy',
  `DELETE FROM kept_answer_counts WHERE user_id IN (
     SELECT user_id FROM kept_answer_counts WHERE window_start < $1 LIMIT $2 FOR UPDATE SKIP LOCKED)`,
);
