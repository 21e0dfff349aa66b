import { ANY_CALLER, granted } from '../../access/caller.js';
import type { PathLookup } from '../../shared/areas/area.js';
import { changedOrStale, command, query } from '../../database/statement.js';
import { madeFrom, recorded } from '../../events/events.sql.js';
import { Collection } from '../../shared/lists/collection.js';
import { arrayField, numberField, stringField, timeField } from '../../shared/lists/filter.js';
import { normaliseDomain } from '../domain-name.rules.js';
import { givenUp } from '../ownership/ownership.sql.js';
import type { DomainRow } from './domain.view.js';

const COLUMNS = `d.id, d.domain, d.type, d.status, d.description, d.domain_group AS "group", d.soa_email AS "soaEmail",
  d.master_ips AS "masterIps", d.axfr_ips AS "axfrIps", d.expire_sec AS "expireSec", d.refresh_sec AS "refreshSec",
  d.retry_sec AS "retrySec", d.ttl_sec AS "ttlSec", d.tags, d.created, d.updated`;
const STORED = `domain, type, status, description, domain_group, soa_email, master_ips, axfr_ips, expire_sec, refresh_sec,
  retry_sec, ttl_sec, tags`;
const VISIBLE = `d.account_id = caller.account_id AND ${granted('domain', 'd.id')}`;

export const DOMAINS = new Collection<DomainRow>({
  name: 'domains.list',
  with: ANY_CALLER,
  select: COLUMNS,
  of: 'caller',
  from: 'domains d',
  where: VISIBLE,
  key: { 'd.id': 'bigint' },
  total: `SELECT CASE WHEN caller.restricted OR caller.narrowed THEN (SELECT count(*) FROM domains d WHERE ${VISIBLE}) ELSE a.domain_count END
    FROM caller JOIN accounts a ON a.id = caller.account_id`,
  fields: {
    id: numberField('d.id'),
    domain: stringField('d.domain', { normalise: (value) => normaliseDomain(value) ?? value }),
    type: stringField('d.type'),
    status: stringField('d.status'),
    description: stringField('d.description'),
    group: stringField('d.domain_group'),
    soa_email: stringField('d.soa_email'),
    expire_sec: numberField('d.expire_sec'),
    refresh_sec: numberField('d.refresh_sec'),
    retry_sec: numberField('d.retry_sec'),
    ttl_sec: numberField('d.ttl_sec'),
    tags: arrayField('d.tags'),
    created: timeField('d.created'),
    updated: timeField('d.updated'),
  },
});

export const DOMAIN_LOOKUP = {
  params: ['domainId'],
  key: 'number',
  from: 'domains d',
  where: 'd.account_id = caller.account_id AND d.id = $3',
  shown: COLUMNS,
  read: 'd.id, d.domain',
  rows: 'd',
} as const satisfies PathLookup;

export const READ_DOMAIN = query<{ id: number; domain: string }>(
  'domains.read',
  'SELECT id, domain FROM domains WHERE account_id = $1 AND id = $2',
);
const DELETED = `deleted AS (DELETE FROM domains WHERE account_id = $1 AND id = $9 AND domain = $10 RETURNING *),
   counted AS (UPDATE accounts SET domain_count = domain_count - 1 WHERE id = (SELECT account_id FROM deleted)),
   ${madeFrom('deleted')}`;
export const DELETE_DOMAIN = recorded<{ id: number }>(
  'domains.delete',
  `${DELETED}, ${givenUp('deleted', '$7')}`,
  changedOrStale('deleted', 'deleted.id'),
);
/** As `DELETE_DOMAIN`, without a hold of the name for the account that loses it. */
export const TAKE_AWAY_DOMAIN = recorded<{ id: number }>(
  'domains.takeAway',
  DELETED,
  changedOrStale('deleted', 'deleted.id'),
);
/** A statement, because it is measured: it copies a domain and its records as they were when it began. */
export const CLONE = command<DomainRow>(
  'domains.clone',
  `WITH source AS (SELECT * FROM domains WHERE account_id = $1 AND id = $2),
   d AS (
     INSERT INTO domains (account_id, created, updated, named, serial, record_count, ${STORED})
     SELECT account_id, $5, $5, $5, $4, record_count, $3, type, 'active', description, domain_group, soa_email, master_ips, axfr_ips,
       expire_sec, refresh_sec, retry_sec, ttl_sec, tags
     FROM source RETURNING *),
   copied AS (
     INSERT INTO records (account_id, domain_id, type, name, target, ttl_sec, priority, weight, port, service, protocol, tag, created,
       updated, fqdn, rdata)
     SELECT d.account_id, d.id, r.type, r.name, r.target, r.ttl_sec, r.priority, r.weight, r.port, r.service, r.protocol, r.tag, $5, $5,
       CASE r.name WHEN '' THEN d.domain ELSE lower(r.name) || '.' || d.domain END, r.rdata
     FROM d, records r WHERE r.domain_id = $2 ORDER BY r.id)
   SELECT ${COLUMNS} FROM d`,
);
/** A relative host that is too long below the new name; the constraint `records_fqdn_check` looks at record names. */
export const TOO_LONG = query<object>(
  'domains.tooLong',
  `SELECT FROM records WHERE domain_id = $1 AND type IN ('NS', 'MX', 'CNAME', 'PTR') AND right(rdata, 1) <> '.'
   AND length(rdata) + 1 + length($2::text) > 253 LIMIT 1`,
);
export const RENAME_RECORDS = command(
  'domains.renameRecords',
  `UPDATE records SET fqdn = CASE name WHEN '' THEN $2::text ELSE lower(name) || '.' || $2 END WHERE domain_id = $1`,
);
