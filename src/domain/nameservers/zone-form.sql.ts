import { command } from '../../database/statement.js';
import { nextSerialSql } from '../serial.rules.js';

/** Small, because a batch locks its domains. */
const BATCH = 1000;

/**
 * Statements, because TypeORM has no conditional upsert, no `SKIP LOCKED`, and no common table
 * expressions that change data.
 */
export const SET_FORM = command(
  'domain.zoneForm.set',
  `INSERT INTO pdns.zone_form AS f (form, raised_to) VALUES ($1, 0)
   ON CONFLICT (is_only) DO UPDATE SET form = excluded.form, raised_to = 0 WHERE f.form <> excluded.form`,
);

export const RAISE_SERIALS = command<{ raisedTo: number | null; raised: number }>(
  'domain.zoneForm.raiseSerials',
  `WITH form AS (SELECT raised_to FROM pdns.zone_form WHERE raised_to IS NOT NULL FOR UPDATE SKIP LOCKED),
   batch AS (
     SELECT d.id FROM domains d, form WHERE d.id > form.raised_to AND d.type = 'master' ORDER BY d.id LIMIT ${BATCH}),
   raised AS (
     UPDATE domains d SET serial = ${nextSerialSql('d.serial', '$1')} FROM batch WHERE d.id = batch.id RETURNING d.id)
   UPDATE pdns.zone_form SET raised_to = (SELECT max(id) FROM batch) FROM form
   RETURNING zone_form.raised_to AS "raisedTo", (SELECT count(*) FROM raised)::integer AS raised`,
);
