import { ANY_CALLER, granted, readableRecord } from '../../access/caller.js';
import type { PathLookup } from '../../shared/areas/area.js';
import { changedOrStale, command, query, take, versioned } from '../../database/statement.js';
import { Collection } from '../../shared/lists/collection.js';
import { numberField, stringField, timeField } from '../../shared/lists/filter.js';
import { nextSerialSql } from '../serial.rules.js';
import type { RecordRow } from './record.view.js';

const COLUMNS = `r.id, r.type, r.name, r.target, r.ttl_sec AS "ttlSec", r.priority, r.weight, r.port, r.service, r.protocol,
  r.tag, r.created, r.updated`;
const DOMAIN = `caller JOIN domains d ON d.account_id = caller.account_id AND d.id = $2 AND ${granted('domain', 'd.id')}`;
const OF_DOMAIN = 'r.domain_id = d.id';
const READABLE = `${OF_DOMAIN} AND ${readableRecord('d.id', 'r')}`;

export const RECORDS = new Collection<RecordRow>({
  name: 'domain.records.list',
  with: ANY_CALLER,
  select: COLUMNS,
  of: DOMAIN,
  from: 'records r',
  where: READABLE,
  key: { 'r.id': 'bigint' },
  total: `SELECT CASE WHEN caller.narrowed THEN (SELECT count(*) FROM records r WHERE ${READABLE}) ELSE d.record_count END
    FROM ${DOMAIN}`,
  fields: {
    id: numberField('r.id'),
    type: stringField('r.type'),
    name: stringField('r.name'),
    target: stringField('r.target'),
    priority: numberField('r.priority'),
    weight: numberField('r.weight'),
    port: numberField('r.port'),
    service: stringField('r.service'),
    protocol: stringField('r.protocol'),
    tag: stringField('r.tag'),
    ttl_sec: numberField('r.ttl_sec'),
    created: timeField('r.created'),
    updated: timeField('r.updated'),
  },
});

/** A record at the time of reading; the change that follows checks that its version is still the same. */
export interface ReadRecord extends RecordRow {
  readonly domain: string;
  readonly rdata: string | null;
  /** Changes with every write. */
  readonly version: string;
}

export const RECORD_LOOKUP = {
  params: ['domainId', 'recordId'],
  key: 'number',
  from: `domains d JOIN records r ON ${OF_DOMAIN}`,
  where: 'd.account_id = caller.account_id AND d.id = $3 AND r.id = $4',
  shown: COLUMNS,
  rows: 'd, r',
  record: 'r',
} as const satisfies PathLookup;

/** Takes the new record's id first, so that the event and the record can be sent together. An unused id leaves a gap. */
export const RESERVE_ID = take<{ id: number; domain: string; recordId: number }>(
  'domain.records.reserveId',
  `SELECT id, domain, nextval('records_id_seq') AS "recordId" FROM domains
   WHERE account_id = $1 AND id = $2`,
);
export const READ_RECORD = query<ReadRecord>(
  'domain.records.read',
  `SELECT d.domain, r.rdata, r.xmin::text AS version, ${COLUMNS} FROM domains d JOIN records r ON r.domain_id = d.id
   WHERE d.account_id = $1 AND d.id = $2 AND r.id = $3`,
);
export const LOCK_DOMAIN = take(
  'domain.records.lockDomain',
  'SELECT FROM domains WHERE account_id = $1 AND id = $2 FOR NO KEY UPDATE',
);
const VALUES = 'type, name, target, ttl_sec, priority, weight, port, service, protocol, tag, fqdn, rdata';
// Rules across records (D-102). The statement runs while its transaction holds the domain's lock, so it sees every record.
const ALONE = `coalesce((
  SELECT violates(CASE WHEN 'CNAME' IN (o.type, $4) THEN 'records_cname_alone' ELSE 'records_null_mx_alone' END)
  FROM records o WHERE o.domain_id = $1 AND o.fqdn = $14 AND o.id <> $3
    AND ('CNAME' IN (o.type, $4) OR (o.type = 'MX' AND $4 = 'MX' AND '.' IN (o.rdata, $15))) LIMIT 1), true)`;
export const INSERT_RECORD = versioned<RecordRow>(
  'domain.records.insert',
  `WITH counted AS (
     UPDATE domains SET record_count = record_count + 1, serial = ${nextSerialSql('serial', '$16')}
     WHERE id = $1 AND domain = $17 RETURNING account_id, id)
   INSERT INTO records AS r (account_id, domain_id, id, created, updated, ${VALUES}) OVERRIDING SYSTEM VALUE
   SELECT counted.account_id, $1, $3, $2, $2, $4, $5, $6, $7::integer, $8::integer, $9::integer, $10::integer, $11, $12, $13, $14, $15
   FROM (SELECT) once LEFT JOIN counted ON true WHERE (counted.id IS NOT NULL OR stale()) AND ${ALONE}
   RETURNING ${COLUMNS}`,
);
export const UPDATE = versioned<RecordRow>(
  'domain.records.update',
  `WITH counted AS (
     UPDATE domains SET serial = ${nextSerialSql('serial', '$16')} WHERE id = $1 AND domain = $17 RETURNING id),
   r AS (
     UPDATE records SET (updated, ${VALUES}) =
       (SELECT $2::timestamptz, $4, $5, $6, $7::integer, $8::integer, $9::integer, $10::integer, $11, $12, $13, $14, $15)
     FROM counted WHERE domain_id = counted.id AND records.id = $3 AND records.xmin = $18::xid AND ${ALONE}
     RETURNING records.*)
   ${changedOrStale('r', COLUMNS)}`,
);
/** The record as it was read, for an update that changes nothing (D-276). */
export const KEEP_RECORD = versioned<RecordRow>(
  'domain.records.keep',
  `WITH r AS (SELECT * FROM records WHERE domain_id = $1 AND id = $2 AND xmin = $3::xid FOR SHARE)
   ${changedOrStale('r', COLUMNS)}`,
);
export const DELETE_RECORD = versioned<{ id: number }>(
  'domain.records.delete',
  `WITH counted AS (
     UPDATE domains SET record_count = record_count - 1, serial = ${nextSerialSql('serial', '$4')} WHERE id = $1 RETURNING id),
   r AS (
     DELETE FROM records USING counted WHERE domain_id = counted.id AND records.id = $2 AND records.xmin = $3::xid
     RETURNING records.id)
   ${changedOrStale('r', 'r.id')}`,
);
export const INSERT_MANY = command(
  'domain.records.insertMany',
  `INSERT INTO records (account_id, domain_id, created, updated, ${VALUES})
   SELECT $15, $1, $2, $2, type, name, target, ttl, priority, weight, port, service, protocol, tag,
     CASE name WHEN '' THEN $3 ELSE lower(name) || '.' || $3 END, rdata
   FROM unnest($4::text[], $5::text[], $6::text[], $7::integer[], $8::integer[], $9::integer[], $10::integer[],
     $11::text[], $12::text[], $13::text[], $14::text[])
     AS n(type, name, target, ttl, priority, weight, port, service, protocol, tag, rdata)`,
);
