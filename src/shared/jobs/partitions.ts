import { Injectable } from '@nestjs/common';
import { Gauge, Registry } from 'prom-client';
import { Database } from '../../database/database.js';
import { command, query, type Command } from '../../database/statement.js';
import { Clock } from '../time/clock.js';
import { tidyAll, type BeforeDrop } from './job.js';

interface Done {
  readonly done: number;
}

/** A time must have been over age for a day, so that a clock that jumps removes nothing (D-222). */
const OVER_AGE = command<{ before: string | null }>(
  'jobs.partitions.overAge',
  'SELECT over_age($1, $2, $3) AS before',
);

/**
 * Functions of the migrating role: the service's own role may lack the right to define tables
 * (D-223).
 */
const MAKE = command<Done>('jobs.partitions.make', 'SELECT make_partitions($1, $2, $3) AS done');
const DROP = command<Done>('jobs.partitions.drop', 'SELECT drop_partition($1, $2) AS done');
const TIDY = command<Done>('jobs.partitions.tidy', 'SELECT tidy_partitions($1, $2, $3) AS done');

/** Keeps the partitions of a table that is partitioned by time (D-226). */
@Injectable()
export class Partitions {
  private readonly strays: Gauge<'table'>;

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    registry: Registry,
  ) {
    this.strays = new Gauge({
      name: 'cloud_account_rows_outside_partitions',
      help: '1 if the default partition of a table has rows: the job that makes partitions ahead has not run, or a clock was wrong.',
      labelNames: ['table'],
      registers: [registry],
      aggregator: 'max',
    });
  }

  /**
   * Creates the partitions ahead, and removes what is older than `days`: whole partitions, or rows
   * of the first and the default one.
   * @param beforeDrop called before anything is removed
   * @returns the number of partitions and rows that it created or removed
   */
  async keep(table: string, days: number, beforeDrop?: BeforeDrop): Promise<number> {
    const values = [table, this.clock.now(), days];
    const made = await this.ask(MAKE, values);
    const { before } = await this.ask(OVER_AGE, values);
    await beforeDrop?.(before);
    const rows = await tidyAll(this.database, async (tx, limit) => {
      return (await tx.row(TIDY, [table, before, limit]))!.done;
    });
    const dropped = await this.ask(DROP, [table, before]);
    await this.reportStrays(table);
    return made.done + rows + dropped.done;
  }

  private ask<Row>(statement: Command<Row>, values: readonly unknown[]): Promise<Row> {
    return this.database.transaction(async (tx) => (await tx.row(statement, values))!);
  }

  private async reportStrays(table: string): Promise<void> {
    const statement = query<{ found: boolean }>(
      `jobs.partitions.strays.${table}`,
      `SELECT EXISTS (SELECT FROM ${table}_default) AS found`,
    );
    this.strays.set({ table }, (await this.database.row(statement))!.found ? 1 : 0);
  }
}
