import { command, type Command } from '../../database/statement.js';

/** Rows that a job deletes when they have expired. */
export interface ExpiredRows {
  readonly job: string;
  /** Deletes at most `$2` rows. `$1` is the time that decides. */
  readonly deletion: Command<never>;
}

interface Source {
  readonly table: string;
  /** The columns of the primary key; `id` by default. */
  readonly key?: string;
  /** The condition of the table's rows, as `expired`; it uses `$1`. */
  readonly where: string;
  readonly order?: string;
}

/**
 * Declares the rows that a job deletes.
 * @param job the name of the job
 */
export function expiredRows(job: string, { table, key = 'id', where, order }: Source): ExpiredRows {
  const ordered = order === undefined ? '' : `ORDER BY ${order}`;
  // SKIP LOCKED, which TypeORM has for no DELETE: replicas that tidy at the same time delete
  // different rows.
  const text = `DELETE FROM ${table} WHERE (${key}) IN (
     SELECT ${key} FROM ${table} expired WHERE ${where} ${ordered} LIMIT $2 FOR UPDATE SKIP LOCKED)`;
  return { job, deletion: command(`${job}.deleteExpired`, text) };
}
