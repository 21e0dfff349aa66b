import { command, query } from '../../database/statement.js';

interface Done {
  readonly done: number;
}

/**
 * The time from which partitions are dropped. It must have been over age for a day, so that a clock
 * that jumps removes nothing (D-222).
 */
export const FIND_OVER_AGE = command<{ before: string | null }>(
  'jobs.partitions.findOverAge',
  'SELECT over_age($1, $2, $3) AS before',
);

/**
 * Functions of the migrating role: the service's own role may lack the right to define tables
 * (D-223).
 */
export const MAKE_PARTITIONS = command<Done>(
  'jobs.partitions.make',
  'SELECT make_partitions($1, $2, $3) AS done',
);
export const DROP_PARTITION = command<Done>('jobs.partitions.drop', 'SELECT drop_partition($1, $2) AS done');
export const TIDY_PARTITIONS = command<Done>(
  'jobs.partitions.tidy',
  'SELECT tidy_partitions($1, $2, $3) AS done',
);

/** Whether the table's default partition has rows. */
export function findStrays(table: string) {
  return query<{ found: boolean }>(
    `jobs.partitions.findStrays.${table}`,
    `SELECT EXISTS (SELECT FROM ${table}_default) AS found`,
  );
}
