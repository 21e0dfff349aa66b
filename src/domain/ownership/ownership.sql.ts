import { command, query, versioned } from '../../database/statement.js';

/** What stands at a name, and above and below it, for one account. */
export interface Surroundings {
  /** The account that the platform gave the name to, or the nearest name above it. */
  readonly holderId: number | null;
  /** Another account gave the name up, and it is still on hold. */
  readonly held: boolean;
  readonly taken: boolean;
  /** Another account has a name above that does not delegate this one, or a name below. */
  readonly conflicts: boolean;
}

/**
 * Two transactions for the same name, or for a name and one above it, run one after the other; names beside each other
 * do not wait. The locks are taken from the top down, so two transactions never wait for each other.
 */
export const LOCK = command(
  'domains.ownership.lock',
  `SELECT CASE WHEN place = cardinality($1::text[]) THEN pg_advisory_xact_lock(hashtextextended(name, 201))
     ELSE pg_advisory_xact_lock_shared(hashtextextended(name, 201)) END
   FROM unnest($1::text[]) WITH ORDINALITY AS chain (name, place)`,
);

/** A former name on hold for another account: $6 is the end before which a hold is over, $7 how long it was had. */
const HELD = `f.account_id <> $2 AND f.until > $6 AND f.until - f.since >= make_interval(secs => $7::integer)`;
/** An NS record at a name of the chain, below the apex of `d`, in what is served for `d`. */
const DELEGATES = `d.status = 'active' AND CASE d.type
  WHEN 'master' THEN EXISTS (SELECT FROM records r WHERE r.domain_id = d.id AND r.type = 'NS'
    AND r.fqdn = ANY ($3) AND length(r.fqdn) > length(d.domain))
  ELSE EXISTS (SELECT FROM pdns.transferred_records t WHERE t.domain_id = d.id AND t.type = 'NS'
    AND t.name = ANY ($3) AND length(t.name) > length(d.domain)) END`;
const BELOW = (name: string) => `reverse(${name}) COLLATE "C" >= $4 AND reverse(${name}) COLLATE "C" < $5`;

/** $1 the name, $2 the account, $3 the name and those above it, $4 and $5 the range of names below it. */
export const SURROUNDINGS = query<Surroundings>(
  'domains.ownership.surroundings',
  `SELECT
     (SELECT (max(ARRAY[length(h.domain), h.account_id]))[2] FROM domain_holders h WHERE h.domain = ANY ($3::text[]))
       AS "holderId",
     EXISTS (SELECT FROM former_domains f WHERE f.domain = $1 AND ${HELD}) AS held,
     EXISTS (SELECT FROM domains d WHERE d.domain = $1) AS taken,
     EXISTS (SELECT FROM domains d WHERE d.domain = ANY ($3) AND d.domain <> $1 AND d.account_id <> $2 AND NOT (${DELEGATES}))
       OR EXISTS (SELECT FROM domains d WHERE ${BELOW('d.domain')} AND d.account_id <> $2)
       OR EXISTS (SELECT FROM former_domains f WHERE f.domain = ANY ($3) AND f.domain <> $1 AND ${HELD})
       OR EXISTS (SELECT FROM former_domains f WHERE ${BELOW('f.domain')} AND ${HELD}) AS conflicts`,
);

/** Of an account's earlier times with the name, those that this one outlasts are no longer needed. */
export const GIVE_UP = versioned(
  'domains.ownership.giveUp',
  `WITH given AS (
     INSERT INTO former_domains (domain, account_id, since, until)
     SELECT domain, account_id, named, $2 FROM domains WHERE id = $1 RETURNING *),
   outlasted AS (
     DELETE FROM former_domains f USING given g
     WHERE f.domain = g.domain AND f.account_id = g.account_id AND f.until - f.since <= g.until - g.since)
   SELECT FROM (SELECT) once LEFT JOIN given ON true WHERE given.domain IS NOT NULL OR stale()`,
);
