/**
 * The maximum number of rows that one query sorts: otherwise a job with a million rows would sort
 * all of them for each batch.
 */
const WINDOW = 10_000;

/**
 * A subselect of the next ids of a job. Accounts take turns (D-285): an account with many rows
 * delays the others by one.
 * @param waiting a SELECT of `id`, `account_id` and `place`, which orders the rows of one account
 * @param limit the maximum number of ids, as SQL
 */
export function inTurns(waiting: string, limit: string): string {
  return `SELECT id FROM (
       SELECT id, place, row_number() OVER (PARTITION BY account_id ORDER BY place, id) AS turn
       FROM (${waiting} ORDER BY place LIMIT ${WINDOW}) waiting) turns
     ORDER BY turn, place, id LIMIT ${limit}`;
}
