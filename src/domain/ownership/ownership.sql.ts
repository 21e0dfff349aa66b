import { command, query } from '../../database/statement.js';

/** The facts about a name, and names above and below it, that decide for one account. */
export interface Surroundings {
  /** The name is at, above or below `CATALOG_ZONE`, as the database has it for nameservers. */
  readonly isPlatformName: boolean;
  /** The account to which the operator gave the name, or the nearest name above it. */
  readonly holderId: number | null;
  /** Another account gave the name up, and it is still on hold. */
  readonly held: boolean;
  /** Another account has proven at the registry that it owns the name. */
  readonly claimed: boolean;
  /** This account has proven ownership, which has precedence over the rights of others. */
  readonly proven: boolean;
  readonly taken: boolean;
  /** Another account has a name above or below. */
  readonly conflicts: boolean;
}

/**
 * Serializes transactions for the same name, and for a name and one above it. Other transactions do
 * not wait. All take their locks from the top down, so that there is no deadlock.
 */
export const LOCK_NAMES = command(
  'domain.ownership.lock',
  `SELECT CASE WHEN position = cardinality($1::text[]) THEN pg_advisory_xact_lock(hashtextextended(name, 201))
     ELSE pg_advisory_xact_lock_shared(hashtextextended(name, 201)) END
   FROM unnest($1::text[]) WITH ORDINALITY AS chain (name, position)`,
);

/**
 * A former name on hold for another account. $6: holds that ended before are over. $7: the minimum
 * time for which the account had the name.
 */
const HELD = `f.account_id <> $2 AND f.until > $6 AND f.until - f.since >= make_interval(secs => $7::integer)`;
/**
 * Makes SQL: whether the name is in a range of `rangeBelow`.
 * @param from the number of the parameter of its start; its end is the next one
 */
export function below(name: string, from = 4): string {
  return `(reverse(${name}) COLLATE "C" >= $${from} AND reverse(${name}) COLLATE "C" < $${from + 1})`;
}
/** Another account has proven to own the name (D-204). */
const CLAIMED = `c.account_id <> $2 AND (c.status = 'verified' OR c.status = 'done' AND c.expires > $8)`;
/**
 * The claimant has not created the domain. Otherwise the domain decides on names above and below.
 */
const UNUSED = 'NOT EXISTS (SELECT FROM domains d WHERE d.domain = c.domain AND d.account_id = c.account_id)';

/**
 * $1: the name. $2: the account. $3: the name and those above it. $4 and $5: the range of names
 * below it. $6 and $7: those of HELD. $8: the present time.
 */
export const SURROUNDINGS = query<Surroundings>(
  'domain.ownership.readSurroundings',
  `SELECT
     EXISTS (SELECT FROM pdns.catalog_zone z
       WHERE right('.' || $1, length(z.name) + 1) = '.' || z.name OR ${below('z.name')}) AS "isPlatformName",
     (SELECT (max(ARRAY[length(h.domain), h.account_id]))[2] FROM domain_holders h WHERE h.domain = ANY ($3::text[]))
       AS "holderId",
     EXISTS (SELECT FROM former_domains f WHERE f.domain = $1 AND ${HELD}) AS held,
     EXISTS (SELECT FROM domain_claims c WHERE c.domain = $1 AND ${CLAIMED}) AS claimed,
     EXISTS (SELECT FROM domain_claims c
       WHERE c.domain = $1 AND c.account_id = $2 AND c.status = 'done' AND c.expires > $8) AS proven,
     EXISTS (SELECT FROM domains d WHERE d.domain = $1) AS taken,
     EXISTS (SELECT FROM domains d WHERE d.domain = ANY ($3) AND d.domain <> $1 AND d.account_id <> $2)
       OR EXISTS (SELECT FROM domains d WHERE ${below('d.domain')} AND d.account_id <> $2)
       OR EXISTS (SELECT FROM former_domains f WHERE f.domain = ANY ($3) AND f.domain <> $1 AND ${HELD})
       OR EXISTS (SELECT FROM former_domains f WHERE ${below('f.domain')} AND ${HELD})
       OR EXISTS (SELECT FROM domain_claims c WHERE (c.domain = ANY ($3) AND c.domain <> $1 OR ${below('c.domain')}) AND ${CLAIMED} AND ${UNUSED}) AS conflicts`,
);

/**
 * The facts about a delegated name, and the names between it and the name that an account wants.
 */
export interface DelegatedName {
  /** An account has or had one of them, or this account has proven or was given one. */
  readonly isKnown: boolean;
  /** This account has the delegating zone. */
  readonly hasZone: boolean;
}

/**
 * $1: the name that an account wants, and those above it. $2: those of them at or below the
 * delegated name. $3: the account. $4: the delegating zone. $5: the present time.
 */
export const DELEGATED = query<DelegatedName>(
  'domain.ownership.readDelegated',
  `SELECT EXISTS (SELECT FROM domains d WHERE d.domain = ANY ($2::text[]))
       OR EXISTS (SELECT FROM former_domains f WHERE f.domain = ANY ($2))
       OR EXISTS (SELECT FROM domain_claims c
         WHERE c.domain = ANY ($2) AND c.account_id = $3 AND c.status = 'done' AND c.expires > $5)
       OR EXISTS (SELECT FROM domain_holders h WHERE h.domain = ANY ($1::text[]) AND h.account_id = $3) AS "isKnown",
     EXISTS (SELECT FROM domains d
       WHERE d.domain = $4 AND d.account_id = $3 AND d.type = 'master' AND d.status = 'active') AS "hasZone"`,
);

/**
 * Makes common table expressions with which the account gives up the names of these domains.
 * Deletes its earlier times with a name that were not longer than this one.
 * @param domains a relation with the columns of `domains`
 * @param now the parameter that holds the time
 */
export function givenUp(domains: string, now: string): string {
  return `given AS (
     INSERT INTO former_domains (domain, account_id, since, until)
     SELECT domain, account_id, named, ${now}::timestamptz FROM ${domains} RETURNING *),
   outlasted AS (
     DELETE FROM former_domains f USING given g
     WHERE f.domain = g.domain AND f.account_id = g.account_id AND f.until - f.since <= g.until - g.since)`;
}

/** The caller has locked the domain. */
export const GIVE_UP = command(
  'domain.ownership.giveUp',
  `WITH renamed AS (SELECT * FROM domains WHERE account_id = $1 AND id = $2), ${givenUp('renamed', '$3')} SELECT FROM given`,
);
