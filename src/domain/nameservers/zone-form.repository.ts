import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import type { Tx } from '../../database/reader.js';
import { command } from '../../database/statement.js';
import { nextSerialSql } from '../serial.rules.js';

/** Domains are locked meanwhile, so they are few. */
const BATCH = 1000;

/** Statements, because TypeORM has no conditional upsert, no `SKIP LOCKED`, and no common table expressions that change data. */
const SET = command(
  'zoneForm.set',
  `INSERT INTO pdns.zone_form AS f (form, raised_to) VALUES ($1, 0)
   ON CONFLICT (is_only) DO UPDATE SET form = excluded.form, raised_to = 0 WHERE f.form <> excluded.form`,
);

const RAISE = command<{ raisedTo: number | null; raised: number }>(
  'zoneForm.raise',
  `WITH form AS (SELECT raised_to FROM pdns.zone_form WHERE raised_to IS NOT NULL FOR UPDATE SKIP LOCKED),
   batch AS (
     SELECT d.id FROM domains d, form WHERE d.id > form.raised_to AND d.type = 'master' ORDER BY d.id LIMIT ${BATCH}),
   raised AS (
     UPDATE domains d SET serial = ${nextSerialSql('d.serial', '$1')} FROM batch WHERE d.id = batch.id RETURNING d.id)
   UPDATE pdns.zone_form SET raised_to = (SELECT max(id) FROM batch) FROM form
   RETURNING zone_form.raised_to AS "raisedTo", (SELECT count(*) FROM raised)::integer AS raised`,
);

/** What all zones show. */
@Injectable()
export class ZoneFormRepository {
  constructor(private readonly database: Database) {}

  /** A form other than the stored one makes `raiseSerials` raise the serials of all zones. */
  async set(tx: Tx, form: string): Promise<void> {
    await tx.run(SET, [form]);
  }

  /** Goes on where another process ended. @returns how many serials it raised */
  async raiseSerials(yearSerial: number): Promise<number> {
    let count = 0;
    for (;;) {
      const batch = await this.database.transaction((tx) => tx.row(RAISE, [yearSerial]));
      count += batch?.raised ?? 0;
      if (!batch || batch.raisedTo === null) return count;
    }
  }
}
