import type { Type } from '@nestjs/common';
import type { Database } from '../../database/database.js';
import type { Tx } from '../../database/reader.js';
import type { Settings } from '../config/settings.js';
import type { Clock } from '../time/clock.js';

/**
 * Work that nobody waits for. A job is idempotent and bounded, runs safely on every replica at once, and may die at any
 * point.
 */
export interface Job {
  readonly name: string;
  /** How often it looks for work. */
  readonly everySeconds: number;
  /** @returns what was done (ids, or how many), for the log. */
  run(): Promise<readonly unknown[] | number>;
}

/** Removes at most `limit` rows that have expired. @returns how many. */
export type Removal = (tx: Tx, limit: number) => Promise<number>;

/** @param before the time to which partitions go, as PostgreSQL shows it; null when none goes. */
export type BeforeDrop = (before: string | null) => Promise<void>;

/** What an area makes its jobs with. */
export interface JobTools {
  readonly settings: Settings;
  readonly clock: Clock;
  /** The running service of this class, from any module. */
  get<Service>(type: Type<Service>): Service;
  /** A job that removes expired rows at the usual interval. */
  tidy(name: string, removal: Removal): Job;
  /** A job that makes the table's partitions ahead, and removes what is older than `days`. */
  partitions(name: string, table: string, days: number, beforeDrop?: BeforeDrop): Job;
}

const BATCH = 500;

/** Calls `removal` until nothing is left to remove, in a short transaction each time. @returns how many rows it removed. */
export async function tidyAll(database: Database, removal: Removal): Promise<number> {
  for (let total = 0; ;) {
    const removed = await database.transaction((tx) => removal(tx, BATCH));
    total += removed;
    if (removed < BATCH) return total;
  }
}
