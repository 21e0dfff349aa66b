import { GrantedCollection } from '../../access/granted-collection.js';
import type { PathLookup } from '../../shared/areas/area.js';
import { changedOrStale, command, query } from '../../database/statement.js';
import { madeFrom, recorded } from '../../events/events.sql.js';
import { takenColumns } from '../../shared/resources/resource-requests.js';
import { fqdnOf, valueColumns } from '../records/record-columns.sql.js';
import { givenUp } from '../ownership/ownership.sql.js';
import { endHistories } from '../versions/histories.sql.js';
import { DOMAIN, type DomainRow } from './domain.resource.js';

export const DOMAIN_COLUMNS = DOMAIN.columns();
/** The columns of values that a customer sets. */
export const CHOSEN_COLUMNS = takenColumns(DOMAIN);
/** The columns that a clone copies. */
const COPIED = CHOSEN_COLUMNS.filter((column) => column !== 'domain' && column !== 'status').join(', ');

export const DOMAINS = new GrantedCollection<DomainRow>('domain', {
  name: 'domain.domains.list',
  select: DOMAIN_COLUMNS,
  table: 'domains',
  alias: 'd',
  counter: 'domain_count',
  fields: DOMAIN.filters,
});

export const DOMAIN_LOOKUP = {
  params: ['domainId'],
  key: 'number',
  from: 'domains d',
  where: 'd.account_id = caller.account_id AND d.id = $3',
  shown: DOMAIN_COLUMNS,
  read: 'd.id, d.domain, d.serial, d.type, d.status',
  rows: 'd',
} as const satisfies PathLookup;

const DELETED = `deleted AS (DELETE FROM domains WHERE account_id = $1 AND id = $9 AND domain = $10 RETURNING *),
   counted AS (UPDATE accounts SET domain_count = domain_count - 1 WHERE id = (SELECT account_id FROM deleted)),
   ${madeFrom('deleted')}`;
/** The domain can be restored (D-241), unless its records take more than `$11` bytes. */
export const DELETE_DOMAIN = recorded<{ id: number }>(
  'domain.domains.delete',
  `${DELETED}, ${givenUp('deleted', '$7')},
   copied AS MATERIALIZED (SELECT deleted.*, to_json(deleted) AS stored, records_within(id, $11) AS records FROM deleted),
   kept AS (
     INSERT INTO deleted_domains (account_id, id, domain, named, deleted, zone_version, stored, records)
     SELECT account_id, id, domain, named, $7::timestamptz, zone_version, stored, records FROM copied WHERE records IS NOT NULL),
   ended AS (${endHistories('copied WHERE records IS NULL')})`,
  changedOrStale('deleted', 'deleted.id'),
);
/** As `DELETE_DOMAIN`, without a hold of the name, and without a copy to restore (D-204). */
export const DELETE_DOMAIN_FOR_CLAIM = recorded<{ id: number }>(
  'domain.domains.deleteForClaim',
  `${DELETED}, ended AS (${endHistories('deleted')})`,
  changedOrStale('deleted', 'deleted.id'),
);
/** Copies a domain and its records in one statement, which sees one snapshot of both. */
export const CLONE = command<DomainRow>(
  'domain.domains.clone',
  `WITH source AS (SELECT * FROM domains WHERE account_id = $1 AND id = $2),
   d AS (
     INSERT INTO domains (account_id, created, updated, named, serial, record_count, domain, status, ${COPIED})
     SELECT account_id, $5, $5, $5, $4, record_count, $3, 'active', ${COPIED} FROM source RETURNING *),
   copied AS (
     INSERT INTO records (account_id, domain_id, created, updated, ${valueColumns()}, fqdn)
     SELECT d.account_id, d.id, $5, $5, ${valueColumns('r')}, ${fqdnOf('r.name', 'd.domain')}
     FROM d, records r WHERE r.domain_id = $2 ORDER BY r.id)
   SELECT ${DOMAIN_COLUMNS} FROM d`,
);
/**
 * Finds a relative host that is too long below the new name. The constraint `records_fqdn_check`
 * checks the names of records.
 */
export const FIND_TOO_LONG_HOST = query<object>(
  'domain.records.findTooLongHost',
  `SELECT FROM records WHERE account_id = $1 AND domain_id = $2 AND type IN ('NS', 'MX', 'CNAME', 'PTR')
   AND right(rdata, 1) <> '.' AND rdata <> '@' AND length(rdata) + 1 + length($3::text) > 253 LIMIT 1`,
);
export const RENAME_RECORDS = command(
  'domain.records.rename',
  `UPDATE records SET fqdn = ${fqdnOf('name', '$3::text')} WHERE account_id = $1 AND domain_id = $2`,
);
