import { command } from '../../database/statement.js';
import { nextSerialSql } from '../serial.rules.js';

/** Small, because a batch locks its domains. */
const BATCH = 1000;

/**
 * Statements, because TypeORM has no lock of a table, no conditional upsert, no `SKIP LOCKED`, and
 * no common table expressions that change data.
 */
export const LOCK_NAMESERVERS = command(
  'domain.nameservers.lock',
  'LOCK TABLE pdns.nameservers IN SHARE ROW EXCLUSIVE MODE',
);
export const SET_FORM = command(
  'domain.zoneForm.set',
  `INSERT INTO pdns.zone_form AS f (form, raised_to) VALUES ($1, 0)
   ON CONFLICT (is_only) DO UPDATE SET form = excluded.form, raised_to = 0 WHERE f.form <> excluded.form`,
);

/** The domain that another transaction has locked does not keep the others of a batch locked. */
export const RAISE_SERIALS = raiseSerials('domain.zoneForm.raiseSerials', BATCH, 'SKIP LOCKED');
/** Waits for the next domain. */
export const RAISE_NEXT_SERIAL = raiseSerials('domain.zoneForm.raiseSerials.next', 1);

/** Raises the serials of the next domains, up to the first one whose lock it does not get. */
function raiseSerials(name: string, limit: number, wait = '') {
  return command<{ raisedTo: number | null; raised: number }>(
    name,
    `WITH form AS (SELECT raised_to FROM pdns.zone_form WHERE raised_to IS NOT NULL FOR UPDATE SKIP LOCKED),
     batch AS (
       SELECT d.id FROM domains d, form WHERE d.id > form.raised_to AND d.type = 'master' ORDER BY d.id LIMIT ${limit}),
     free AS (SELECT id FROM domains WHERE id IN (SELECT id FROM batch) FOR NO KEY UPDATE ${wait}),
     held AS (SELECT min(id) AS id FROM batch WHERE id NOT IN (SELECT id FROM free)),
     raised AS (
       UPDATE domains d SET serial = ${nextSerialSql('d.serial', '$1')} FROM free, held
       WHERE d.id = free.id AND (held.id IS NULL OR d.id < held.id) RETURNING d.id)
     UPDATE pdns.zone_form SET raised_to = coalesce((SELECT id - 1 FROM held), (SELECT max(id) FROM batch)) FROM form
     RETURNING zone_form.raised_to AS "raisedTo", (SELECT count(*) FROM raised)::integer AS raised`,
  );
}
