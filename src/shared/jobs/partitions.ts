import { Injectable } from '@nestjs/common';
import { Gauge, Registry } from 'prom-client';
import { Database } from '../../database/database.js';
import type { Command } from '../../database/statement.js';
import { Clock } from '../time/clock.js';
import { tidyAll, type BeforeDrop } from './job.js';
import {
  DROP_PARTITION,
  FIND_OVER_AGE,
  findStrays,
  MAKE_PARTITIONS,
  TIDY_PARTITIONS,
} from './partitions.sql.js';

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
      help: '1 if the default partition of a table has rows: the job that creates partitions ahead has not run, or a clock was wrong.',
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
    const made = await this.ask(MAKE_PARTITIONS, values);
    const { before } = await this.ask(FIND_OVER_AGE, values);
    await beforeDrop?.(before);
    const rows = await tidyAll(this.database, async (tx, limit) => {
      return (await tx.row(TIDY_PARTITIONS, [table, before, limit]))!.done;
    });
    const dropped = await this.ask(DROP_PARTITION, [table, before]);
    await this.reportStrays(table);
    return made.done + rows + dropped.done;
  }

  private ask<Row>(statement: Command<Row>, values: readonly unknown[]): Promise<Row> {
    return this.database.transaction(async (tx) => (await tx.row(statement, values))!);
  }

  private async reportStrays(table: string): Promise<void> {
    this.strays.set({ table }, (await this.database.row(findStrays(table)))!.found ? 1 : 0);
  }
}
