import { callerReaching } from '../../access/caller.js';
import { command, costlyQuery } from '../../database/statement.js';
import type { PathLookup } from '../../shared/areas/area.js';
import { Collection } from '../../shared/lists/collection.js';
import { numberField, stringField, timeField } from '../../shared/lists/filter.js';
import { normaliseDomain } from '../domain-name.rules.js';
import { CHOSEN_COLUMNS, DOMAIN_COLUMNS } from '../domains/domains.sql.js';
import type { DomainRow } from '../domains/domain.resource.js';
import { nextSerialSql } from '../serial.rules.js';
import { endHistories } from '../versions/histories.sql.js';

export interface DeletedDomainRow {
  readonly id: number;
  readonly domain: string;
  readonly deleted: string;
  /** When the latest hold of the name for the account began; null without one (D-203). */
  readonly heldSince: string | null;
}

/**
 * The deleted domains of the account, deleted after `$2`. `$1` is the caller's key. `$3` is the
 * minimum time for which the account had a name on hold. An earlier domain may have left the hold.
 */
export const DELETED_DOMAINS = new Collection<DeletedDomainRow>({
  name: 'domain.deletedDomains.list',
  with: callerReaching('domain'),
  select: 'x.id, x.domain, x.deleted, held.since AS "heldSince"',
  of: 'caller',
  from: `deleted_domains x CROSS JOIN LATERAL (
    SELECT max(f.until) AS since FROM former_domains f WHERE f.domain = x.domain AND f.account_id = x.account_id
      AND f.until - f.since >= make_interval(secs => $3::integer)) held`,
  where: 'x.account_id = caller.account_id AND x.deleted > $2',
  key: { 'x.id': 'bigint' },
  fields: {
    id: numberField('x.id'),
    domain: stringField('x.domain', { normalise: (value) => normaliseDomain(value) ?? value }),
    deleted: timeField('x.deleted'),
  },
});

export const DELETED_DOMAIN_LOOKUP = {
  params: ['deletedId'],
  key: 'number',
  from: 'deleted_domains x',
  where: 'x.account_id = caller.account_id AND x.id = $3',
  rows: 'x',
} as const satisfies PathLookup;

const OTHERS = `account_id, named, created, record_count, ${CHOSEN_COLUMNS.join(', ')}`;

// Statements, because they read rows from JSON, or skip rows that other transactions have locked.

/** Restores the domain with its id. A trigger makes its serials continue. */
export const RESTORE_DOMAIN = command<DomainRow>(
  'domain.deletedDomains.restore',
  `WITH d AS (
     INSERT INTO domains (id, updated, serial, zone_version, ${OTHERS}) OVERRIDING SYSTEM VALUE
     SELECT p.id, $3, ${nextSerialSql('p.serial', '$4')}, p.zone_version + 1, ${OTHERS.replaceAll(/\w+/g, 'p.$&')}
     FROM deleted_domains x, json_populate_record(NULL::domains, x.stored) p WHERE x.account_id = $1 AND x.id = $2
     RETURNING *)
   SELECT ${DOMAIN_COLUMNS} FROM d`,
);
/** Forgets at most `$2` domains that were deleted up to `$1`. */
export const TIDY_DELETED_DOMAINS = command(
  'domain.deletedDomains.tidy',
  `WITH forgotten AS (
     DELETE FROM deleted_domains WHERE ctid = ANY (ARRAY(
       SELECT ctid FROM deleted_domains WHERE deleted <= $1 ORDER BY deleted LIMIT $2 FOR UPDATE SKIP LOCKED))
     RETURNING account_id, id, zone_version)
   ${endHistories('forgotten')}`,
);
/** The accounts that have deleted domains since `$1`. */
export const ACCOUNTS_WITH_DELETED = costlyQuery<{ readonly accountId: number }>(
  'SELECT DISTINCT account_id AS "accountId" FROM deleted_domains WHERE deleted >= $1',
);
/**
 * Forgets the oldest deleted domains of the account `$1` until the others take at most `$2` bytes
 * with their versions. Keeps the newest one.
 */
export const BOUND_DELETED_DOMAINS = command(
  'domain.deletedDomains.bound',
  `WITH sized AS (
     SELECT x.id, row_number() OVER newest AS number, sum(pg_column_size(x.records) + coalesce(h.bytes, 0)) OVER newest AS total
     FROM deleted_domains x LEFT JOIN zone_histories h ON h.account_id = x.account_id AND h.domain_id = x.id
     WHERE x.account_id = $1 WINDOW newest AS (ORDER BY x.deleted DESC, x.id DESC)),
   forgotten AS (
     DELETE FROM deleted_domains x USING sized s WHERE x.account_id = $1 AND x.id = s.id AND s.number > 1 AND s.total > $2
     RETURNING x.account_id, x.id, x.zone_version)
   ${endHistories('forgotten')}`,
);
