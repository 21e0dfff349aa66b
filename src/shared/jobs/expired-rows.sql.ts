import { command, type Command } from '../../database/statement.js';

/** Rows that a job deletes when they have expired. */
export interface ExpiredRows {
  readonly job: string;
  /** Deletes at most `$2` rows. `$1` is the time that decides. */
  readonly deletion: Command<never>;
}

interface Source {
  readonly table: string;
  /** The condition of the table's rows, as `expired`; it uses `$1`. */
  readonly where: string;
  readonly order?: string;
}

/**
 * Declares the rows that a job deletes.
 * @param job the name of the job
 */
export function expiredRows(job: string, { table, where, order }: Source): ExpiredRows {
  const ordered = order === undefined ? '' : `ORDER BY ${order}`;
  // SKIP LOCKED, which TypeORM has for no DELETE: replicas that tidy at the same time delete
  // different rows. An array, because for an IN with a LIMIT a plan from when the table was small
  // selects again for each row of the table: it deletes too many, and 10,000 take 13 s.
  const text = `DELETE FROM ${table} WHERE ctid = ANY (ARRAY(
     SELECT ctid FROM ${table} expired WHERE ${where} ${ordered} LIMIT $2 FOR UPDATE SKIP LOCKED))`;
  return { job, deletion: command(`${job}.deleteExpired`, text) };
}
