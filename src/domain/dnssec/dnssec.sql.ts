import { command, query } from '../../database/statement.js';
import { inTurns } from '../../shared/jobs/in-turns.js';

/** A signed zone that the job checks. */
export interface DueZone {
  readonly domainId: number;
  readonly accountId: number;
}

/** A check follows within a week. A later one was planned by a clock that was ahead. */
const DUE = `(due <= $1 OR due > $1::timestamptz + interval '8 days')`;

/**
 * Leases at most $3 zones that are due at $1 until $2. A statement, because TypeORM has no SKIP
 * LOCKED in an update.
 */
export const TAKE_DUE_ZONES = command<DueZone>(
  'domain.dnssec.takeDue',
  `WITH due AS (
     SELECT domain_id FROM pdns.signed_zones WHERE ${DUE} AND domain_id IN (
       ${inTurns(`SELECT domain_id AS id, account_id, due AS position FROM pdns.signed_zones WHERE ${DUE}`, '$3')})
     FOR UPDATE SKIP LOCKED)
   UPDATE pdns.signed_zones z SET due = $2 FROM due
   WHERE z.domain_id = due.domain_id RETURNING z.domain_id AS "domainId", z.account_id AS "accountId"`,
);

/**
 * Reads the maximum TTL of the zone's answers. A statement, because TypeORM has no maximum of
 * expressions.
 */
export const LONGEST_TTL = query<{ seconds: number }>(
  'domain.dnssec.readLongestTtl',
  `SELECT greatest(coalesce(nullif(d.ttl_sec, 0), 86400), 3600,
     (SELECT max(r.ttl_sec) FROM records r WHERE r.domain_id = d.id)) AS seconds
   FROM domains d WHERE d.account_id = $1 AND d.id = $2`,
);
