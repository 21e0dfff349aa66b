/**
 * The maximum number of rows that one query sorts, so that a job with a million rows does not sort
 * all of them for each batch.
 */
const WINDOW = 10_000;

/**
 * A subselect of the next ids of a job. Accounts take turns (D-285), so that an account with many
 * rows delays another by one row.
 * @param waiting a SELECT of `id`, `account_id` and `position`, the order of an account's rows
 * @param limit the maximum number of ids, as SQL
 */
export function inTurns(waiting: string, limit: string): string {
  return `SELECT id FROM (
       SELECT id, position, row_number() OVER (PARTITION BY account_id ORDER BY position, id) AS turn
       FROM (${waiting} ORDER BY position LIMIT ${WINDOW}) waiting) turns
     ORDER BY turn, position, id LIMIT ${limit}`;
}
