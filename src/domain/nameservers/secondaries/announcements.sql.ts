import { command, query } from '../../../database/statement.js';
import { inTurns } from '../../../shared/jobs/in-turns.js';

/** A zone that secondaries may not serve with this serial yet. */
export interface Announcement {
  readonly zoneId: number;
  readonly serial: number;
  /** Null when the zone is no longer served. */
  readonly name: string | null;
  /** The number of NOTIFYs, including this one. */
  readonly attempts: number;
  readonly isCatalog: boolean;
}

/** The maximum pause between attempts. The pause doubles with each attempt. */
const MAX_PAUSE_SECONDS = 30;

const TAKEN = `
  UPDATE pdns.announcements a
    SET attempts = a.attempts + 1, due = now() + least(${MAX_PAUSE_SECONDS}, 2 ^ least(a.attempts, 10)) * interval '1 second'
  FROM due LEFT JOIN domains d ON d.id = due.zone_id AND d.status = 'active' LEFT JOIN pdns.catalogs c ON c.id = due.zone_id
  WHERE a.zone_id = due.zone_id
  RETURNING a.zone_id AS "zoneId", a.serial, coalesce(d.domain, c.name) AS name, a.attempts,
    c.id IS NOT NULL AS "isCatalog"`;

/** Catalogs have no account: they take turns as one. */
const WAITING = `
  SELECT zone_id AS id, d.account_id, due AS position FROM pdns.announcements LEFT JOIN domains d ON d.id = zone_id`;

/**
 * Statements, because TypeORM has no lease with `SKIP LOCKED`, and no common table expressions that
 * change data. A zone that gets another serial meanwhile is left for the next time, because this
 * snapshot has its old status.
 */
export const TAKE_NEW = command<Announcement>(
  'domain.announcements.takeNew',
  `WITH due AS (
     SELECT zone_id FROM pdns.announcements a WHERE attempts = 0 AND zone_id IN (
       ${inTurns(`${WAITING} WHERE attempts = 0`, '$1')})
       AND serial = (SELECT seen.serial FROM pdns.announcements seen WHERE seen.zone_id = a.zone_id)
     FOR UPDATE SKIP LOCKED)
   ${TAKEN}`,
);

export const TAKE_DUE_ANNOUNCEMENTS = command<Announcement>(
  'domain.announcements.takeDue',
  `WITH due AS (
     SELECT zone_id FROM pdns.announcements WHERE attempts > 0 AND due <= now() AND zone_id IN (
       ${inTurns(`${WAITING} WHERE attempts > 0 AND due <= now()`, '$1')})
     FOR UPDATE SKIP LOCKED)
   ${TAKEN}`,
);

/** Deletes announcements. A zone that has changed in the meantime has another serial, and stays. */
export const REMOVE = command(
  'domain.announcements.delete',
  `DELETE FROM pdns.announcements a USING unnest($1::bigint[], $2::bigint[]) done(zone_id, serial)
   WHERE a.zone_id = done.zone_id AND a.serial = done.serial`,
);

export const READ_OLDEST_SECONDS = query<{ seconds: number | null }>(
  'domain.announcements.readOldestSeconds',
  'SELECT extract(epoch FROM now() - min(since))::float8 AS seconds FROM pdns.announcements',
);

/** Raises the serials of catalogs with changed members, and announces them. */
export const RAISE_CATALOGS = command(
  'domain.catalogs.raiseSerials',
  `WITH noted AS (DELETE FROM pdns.changed_catalogs RETURNING catalog_id),
     raised AS (
       UPDATE pdns.catalogs SET serial = serial_after(serial) WHERE id IN (SELECT catalog_id FROM noted) RETURNING id, serial)
   SELECT pdns.announce(id, serial) FROM raised`,
);
