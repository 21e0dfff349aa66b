import { command, query } from '../database/statement.js';

/** How far events are counted, and whether the count may continue now. */
interface CountMark {
  readonly countedId: number;
  readonly candidateId: number;
  readonly isOver: boolean;
}

/**
 * TypeORM has no transaction numbers. The lock serializes the replicas. A number beyond this
 * server's comes from the server that a backup was made on, where each transaction of the backup
 * has ended.
 */
export const LOCK_MARK = command<CountMark>(
  'events.counts.lock',
  `SELECT settled_id AS "countedId", candidate_id AS "candidateId",
     candidate_xmax <= pg_snapshot_xmin(pg_current_snapshot())::text::bigint
       OR candidate_xmax > pg_snapshot_xmax(pg_current_snapshot())::text::bigint AS "isOver"
   FROM event_count_marks FOR UPDATE`,
);

/** An upsert that adds to the stored count, from a grouped query: TypeORM has neither. */
export const ADD = command(
  'events.counts.add',
  `INSERT INTO event_counts (account_id, events)
   SELECT account_id, count(*) FROM events WHERE id > $1 AND id <= $2 GROUP BY account_id ORDER BY account_id
   ON CONFLICT (account_id) DO UPDATE SET events = event_counts.events + excluded.events`,
);

/** Before the first call of a sequence, `last_value` is the id that the first event will get. */
export const LAST_ID = query<{ id: number }>(
  'events.counts.lastId',
  'SELECT CASE WHEN is_called THEN last_value ELSE last_value - 1 END AS id FROM events_id_seq',
);

/** TypeORM has no transaction numbers. */
export const SET_CANDIDATE = command(
  'events.counts.setCandidate',
  `UPDATE event_count_marks SET candidate_id = $1, candidate_xmax = pg_snapshot_xmax(pg_current_snapshot())::text::bigint`,
);

/** A function of the database, because the drop of the partition calls it for the remainder. */
export const COUNT_BEFORE_DROP = command<{ counted: number }>(
  'events.counts.addBeforeDrop',
  'SELECT count_going_events($1, $2) AS counted',
);

/** The total of a list of `caller`'s account: the stored count and the few newer events. */
export const EVENTS_OF_ACCOUNT = `coalesce((SELECT c.events FROM event_counts c WHERE c.account_id = caller.account_id), 0)
  + (SELECT count(*) FROM events e
     WHERE e.account_id = caller.account_id AND e.id > (SELECT m.settled_id FROM event_count_marks m))`;
