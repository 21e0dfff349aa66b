import { command } from '../../../database/statement.js';

/**
 * A changed zone, and the addresses of `axfr_ips` that have not accepted a NOTIFY for its serial.
 */
export interface Notification {
  readonly domainId: number;
  readonly serial: number;
  readonly domain: string;
  readonly addresses: readonly string[];
  /** Includes this one. */
  readonly attempts: number;
}

/**
 * Leases due zones to this process, alternately by account. They are due again after 2, 4, 8 ...
 * seconds. A zone that gets another serial meanwhile is left for the next time, because this
 * snapshot has its old addresses. A statement, because TypeORM has no lease with `SKIP LOCKED`.
 */
export const TAKE = command<Notification>(
  'domain.notifications.take',
  `WITH turns AS (
     SELECT domain_id, serial, due, row_number() OVER (PARTITION BY account_id ORDER BY due, domain_id) AS turn
     FROM pdns.unnotified_zones WHERE due <= now() OR told_serial IS DISTINCT FROM serial),
   taken AS (
     SELECT domain_id FROM pdns.unnotified_zones
     WHERE (domain_id, serial) IN (SELECT domain_id, serial FROM turns ORDER BY turn, due, domain_id LIMIT $1)
       AND (due <= now() OR told_serial IS DISTINCT FROM serial)
     FOR UPDATE SKIP LOCKED)
   UPDATE pdns.unnotified_zones u
     SET told_serial = u.serial,
       attempts = CASE WHEN u.told_serial = u.serial THEN u.attempts ELSE 0 END + 1,
       due = now() + 2 ^ (CASE WHEN u.told_serial = u.serial THEN least(u.attempts, 10) ELSE 0 END + 1) * interval '1 second',
       waiting = CASE WHEN d.status <> 'active' OR d.type <> 'master' OR d.axfr_ips = '{}' THEN '{}'
         WHEN u.told_serial = u.serial THEN u.waiting ELSE d.axfr_ips END
   FROM taken JOIN domains d ON d.id = taken.domain_id
   WHERE u.domain_id = taken.domain_id
   RETURNING u.domain_id AS "domainId", u.serial, d.domain, u.waiting AS addresses, u.attempts`,
);

/**
 * Stores the addresses that have not answered, as text with commas, or deletes a zone without any.
 * A zone that has changed in the meantime has another serial, and stays.
 */
export const STORE_RESULTS = command(
  'domain.notifications.storeResults',
  `WITH results AS (SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::text[]) AS results (domain_id, serial, waiting)),
   done AS (
     DELETE FROM pdns.unnotified_zones u USING results r
     WHERE u.domain_id = r.domain_id AND u.serial = r.serial AND r.waiting = '')
   UPDATE pdns.unnotified_zones u SET waiting = string_to_array(r.waiting, ',') FROM results r
   WHERE u.domain_id = r.domain_id AND u.serial = r.serial AND r.waiting <> ''`,
);
