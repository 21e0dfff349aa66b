import { setTimeout } from 'node:timers/promises';
import { EventCountsService } from '../../src/events/event-counts.service.js';
import type { TestApp } from './app.js';
import { query } from './sql.js';

/** Runs the job until it has counted all events. Any open transaction of the database server, also another test's, delays that. */
export async function countToTheEnd(app: TestApp): Promise<void> {
  const count = () => app.app.get(EventCountsService).countAll();
  const last = `(SELECT max(id) FROM events)`;
  const isBehind = async () =>
    (await query(app, `SELECT 1 FROM event_count_marks WHERE settled_id < ${last}`)).length;
  for (await count(); await isBehind(); await count()) await setTimeout(20);
}
