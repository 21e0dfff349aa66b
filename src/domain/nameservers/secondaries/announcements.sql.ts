import { command, query } from '../../../database/statement.js';
import { inTurns } from '../../../shared/jobs/in-turns.js';

/** A zone that secondaries may not have in this serial yet. `name` is null when the zone is no longer served. */
export interface Announcement {
  readonly zoneId: number;
  readonly serial: number;
  readonly name: string | null;
  /** The number of NOTIFYs, this one included. */
  readonly attempts: number;
  readonly isCatalog: boolean;
}

/** The seconds until an announcement is due again double with each attempt, up to this. */
const MAX_PAUSE_SECONDS = 30;

const TAKEN = `
  UPDATE pdns.announcements a
    SET attempts = a.attempts + 1, due = now() + least(${MAX_PAUSE_SECONDS}, 2 ^ least(a.attempts, 10)) * interval '1 second'
  FROM due LEFT JOIN domains d ON d.id = due.zone_id AND d.status = 'active' LEFT JOIN pdns.catalogs c ON c.id = due.zone_id
  WHERE a.zone_id = due.zone_id
  RETURNING a.zone_id AS "zoneId", a.serial, coalesce(d.domain, c.name) AS name, a.attempts,
    c.id IS NOT NULL AS "isCatalog"`;

/** Catalogs are of no account, and take turns as one. */
const WAITING = `
  SELECT zone_id AS id, d.account_id, due AS position FROM pdns.announcements LEFT JOIN domains d ON d.id = zone_id`;

/** Statements, because TypeORM has no lease with `SKIP LOCKED`, and no common table expressions that change data. */
export const TAKE_NEW = command<Announcement>(
  'announcements.new',
  `WITH due AS (
     SELECT zone_id FROM pdns.announcements WHERE attempts = 0 AND zone_id IN (
       ${inTurns(`${WAITING} WHERE attempts = 0`, '$1')})
     FOR UPDATE SKIP LOCKED)
   ${TAKEN}`,
);

export const TAKE_DUE = command<Announcement>(
  'announcements.due',
  `WITH due AS (
     SELECT zone_id FROM pdns.announcements WHERE attempts > 0 AND due <= now() AND zone_id IN (
       ${inTurns(`${WAITING} WHERE attempts > 0 AND due <= now()`, '$1')})
     FOR UPDATE SKIP LOCKED)
   ${TAKEN}`,
);

/** A zone that has changed meanwhile has another serial, and stays. */
export const REMOVE = command(
  'announcements.remove',
  `DELETE FROM pdns.announcements a USING unnest($1::bigint[], $2::bigint[]) done(zone_id, serial)
   WHERE a.zone_id = done.zone_id AND a.serial = done.serial`,
);

export const READ_OLDEST_SECONDS = query<{ seconds: number | null }>(
  'announcements.oldest',
  'SELECT extract(epoch FROM now() - min(since))::float8 AS seconds FROM pdns.announcements',
);

/** Catalogs with changed members get their next serial. */
export const RAISE_CATALOGS = command(
  'catalogs.raise',
  `WITH noted AS (DELETE FROM pdns.changed_catalogs RETURNING catalog_id),
     raised AS (
       UPDATE pdns.catalogs SET serial = serial_after(serial) WHERE id IN (SELECT catalog_id FROM noted) RETURNING id, serial)
   SELECT pdns.announce(id, serial) FROM raised`,
);
