import type { Type } from '@nestjs/common';
import type { Database } from '../../database/database.js';
import type { Tx } from '../../database/reader.js';
import type { Settings } from '../config/settings.js';
import type { Clock } from '../time/clock.js';
import type { ExpiredRows } from './expired-rows.sql.js';

/**
 * Work outside of requests. A job is idempotent and bounded, runs safely on all replicas at once,
 * and may be killed at any point.
 */
export interface Job {
  readonly name: string;
  /** The interval of its runs. */
  readonly everySeconds: number;
  /** @returns the ids or the number of processed rows, for the log */
  run(): Promise<readonly unknown[] | number>;
}

/**
 * Deletes at most `limit` expired rows.
 * @returns how many
 */
type Removal = (tx: Tx, limit: number) => Promise<number>;

/**
 * @param before the job drops partitions up to this time, as PostgreSQL's text; null when it drops
 * none
 */
export type BeforeDrop = (before: string | null) => Promise<void>;

/** The tools for an area's jobs. */
export interface JobTools {
  readonly settings: Settings;
  readonly clock: Clock;
  /** The instance of this service, from any module. */
  get<Service>(type: Type<Service>): Service;
  /** A job that removes at the usual interval what has expired. */
  tidy(name: string, removal: Removal): Job;
  /**
   * The job that deletes these rows.
   * @param ageSeconds how long rows are kept after they have expired
   */
  expire(rows: ExpiredRows, ageSeconds?: number): Job;
  /** A job that creates the table's partitions ahead, and removes those older than `days`. */
  partitions(name: string, table: string, days: number, beforeDrop?: BeforeDrop): Job;
}

const BATCH = 500;

/**
 * Calls `removal` in short transactions until nothing remains.
 * @returns the number of removed rows
 */
export async function tidyAll(database: Database, removal: Removal): Promise<number> {
  for (let total = 0; ;) {
    const removed = await database.transaction((tx) => removal(tx, BATCH));
    total += removed;
    if (removed < BATCH) return total;
  }
}
