import { callerReaching } from '../../access/caller.js';
import type { PathLookup } from '../../shared/areas/area.js';
import { command, query } from '../../database/statement.js';
import { Collection } from '../../shared/lists/collection.js';
import { inTurns } from '../../shared/jobs/in-turns.js';
import { numberField, stringField, timeField } from '../../shared/lists/filter.js';
import { normaliseDomain } from '../domain-name.rules.js';
import { below } from '../ownership/ownership.sql.js';
import type { ClaimRow } from './claim.view.js';
import type { HostedZone } from './hosted-zones.rules.js';

const COLUMNS = 'c.id, c.domain, c.status, c.nameserver, c.created, c.expires';

export const CLAIMS = new Collection<ClaimRow>({
  name: 'domain.claims.list',
  with: callerReaching('domain'),
  select: COLUMNS,
  of: 'caller',
  from: 'domain_claims c',
  where: 'c.account_id = caller.account_id',
  key: { 'c.id': 'bigint' },
  fields: {
    id: numberField('c.id'),
    domain: stringField('c.domain', { normalise: (value) => normaliseDomain(value) ?? value }),
    status: stringField('c.status'),
    nameserver: stringField('c.nameserver'),
    created: timeField('c.created'),
    expires: timeField('c.expires'),
  },
});

export const CLAIM_LOOKUP = {
  params: ['claimId'],
  key: 'number',
  from: 'domain_claims c',
  where: 'c.account_id = caller.account_id AND c.id = $3',
  shown: COLUMNS,
  rows: 'c',
} as const satisfies PathLookup;

/** A claim whose parent zone is due for a check. */
export interface DueClaim {
  readonly id: number;
  readonly accountId: number;
  readonly domain: string;
  readonly nameserver: string;
}

/** A later check of a pending claim was planned by a clock that was ahead. */
const DUE = `(next_check <= $1 OR status = 'pending' AND next_check > $2::timestamptz + interval '1 hour')`;

/**
 * Leases at most $3 claims that are due at $1 until $2. A statement, because TypeORM has no SKIP
 * LOCKED in an update.
 */
export const TAKE_DUE_CLAIMS = command<DueClaim>(
  'domain.claims.takeDue',
  `UPDATE domain_claims c SET next_check = $2 FROM (
     SELECT id FROM domain_claims WHERE ${DUE} AND id IN (
       ${inTurns(`SELECT id, account_id, next_check AS position FROM domain_claims WHERE ${DUE}`, '$3')})
     FOR UPDATE SKIP LOCKED) due
   WHERE c.id = due.id RETURNING c.id, c.account_id AS "accountId", c.domain, c.nameserver`,
);

/** Reads the active domains at the names $1, longest first, with their delegations as JSON. */
export const HOSTED_ZONES = query<HostedZone>(
  'domain.claims.listHostedZones',
  `SELECT d.domain, d.account_id AS "accountId", d.type = 'master' AS "isMaster",
     coalesce((SELECT json_agg(json_build_object('name', r.fqdn, 'host', lower(rtrim(r.rdata, '.')))) FROM records r
       WHERE r.domain_id = d.id AND r.type = 'NS' AND r.name <> '' AND r.rdata IS NOT NULL AND r.fqdn = ANY ($1)), '[]') AS delegations
   FROM domains d WHERE d.domain = ANY ($1::text[]) AND d.status = 'active' ORDER BY length(d.domain) DESC`,
);

/** A domain of another account that is in the way of a claim. */
export interface Obstacle {
  readonly id: number;
  readonly accountId: number;
  readonly domain: string;
}

/**
 * Locks at most $5 domains of other accounts at and below the name $1 that account $2 claims. A
 * proof for a name says nothing about names above (D-287). A domain that the platform gave to its
 * account stays (D-202). $3 and $4 are the range of names below. The locks also block changes of
 * the domains' records. A statement, because TypeORM can't express the conditions.
 */
export const OBSTACLES = command<Obstacle>(
  'domain.claims.lockObstacles',
  `SELECT d.id, d.account_id AS "accountId", d.domain FROM domains d
   WHERE d.account_id <> $2 AND (d.domain = $1 OR ${below('d.domain', 3)})
     AND NOT EXISTS (SELECT FROM domain_holders h WHERE h.account_id = d.account_id
       AND (h.domain = d.domain OR right(d.domain, length(h.domain) + 1) = '.' || h.domain))
   ORDER BY d.id LIMIT $5 FOR UPDATE OF d`,
);

/** Reads the other accounts that have a hold of the name. */
export const HOLDING_ACCOUNTS = query<{ accountId: number }>(
  'domain.claims.listHoldingAccounts',
  `SELECT DISTINCT f.account_id AS "accountId" FROM former_domains f JOIN accounts a ON a.id = f.account_id
   WHERE f.domain = $1 AND f.account_id <> $2 AND f.until > $3 AND f.until - f.since >= make_interval(secs => $4::integer)`,
);

/** Ends the holds of other accounts at the name and below it. */
export const END_HOLDS = command(
  'domain.claims.endHolds',
  `DELETE FROM former_domains f WHERE f.account_id <> $2 AND (f.domain = $1 OR ${below('f.domain', 3)})`,
);

export const TIDY_CLAIMS = command(
  'domain.claims.tidy',
  `DELETE FROM domain_claims WHERE ctid = ANY (ARRAY(
     SELECT ctid FROM domain_claims WHERE expires <= $1 AND status NOT IN ('pending', 'verified')
     ORDER BY expires LIMIT $2 FOR UPDATE SKIP LOCKED))`,
);
