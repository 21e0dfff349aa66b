/** The most rows that one look sorts: a job that finds a million rows must not sort them all for each batch. */
const WINDOW = 10_000;

/**
 * A subselect of the ids that a job takes next: accounts take turns (D-285), so an account with many rows delays the others by one.
 * @param waiting a SELECT of `id`, `account_id` and `place`, which orders the rows of one account
 * @param limit the most ids, as SQL
 */
export function inTurns(waiting: string, limit: string): string {
  return `SELECT id FROM (
       SELECT id, place, row_number() OVER (PARTITION BY account_id ORDER BY place, id) AS turn
       FROM (${waiting} ORDER BY place LIMIT ${WINDOW}) waiting) turns
     ORDER BY turn, place, id LIMIT ${limit}`;
}
