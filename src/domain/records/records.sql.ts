import { ANY_CALLER, granted, readableRecord } from '../../access/caller.js';
import type { PathLookup } from '../../shared/areas/area.js';
import { changedOrStale, command, query } from '../../database/statement.js';
import { madeFrom, recorded } from '../../events/events.sql.js';
import { Collection } from '../../shared/lists/collection.js';
import { nextSerialSql } from '../serial.rules.js';
import {
  NOTED_RECORD,
  RECORD,
  type NotedRecordRow,
  type RecordRow,
  type StoredRecord,
} from './record.resource.js';
import { fqdnOf, valueArrayParameters, valueColumns, valuePlaces } from './record-columns.sql.js';

const COLUMNS = RECORD.columns();
/** The values that decide on a change of the record. */
const READ = `${RECORD.properties()}, d.domain, r.rdata, r.xmin::text AS version`;
const DOMAIN = `caller JOIN domains d ON d.account_id = caller.account_id AND d.id = $2 AND ${granted('domain', 'd.id')}`;
const OF_DOMAIN = 'r.domain_id = d.id';
const READABLE = `${OF_DOMAIN} AND ${readableRecord('d.id', 'r')}`;

const OF_RECORDS = {
  with: ANY_CALLER,
  of: DOMAIN,
  where: READABLE,
  key: { 'r.id': 'bigint' },
  total: `SELECT CASE WHEN caller.narrowed THEN (SELECT count(*) FROM records r WHERE ${READABLE}) ELSE d.record_count END
    FROM ${DOMAIN}`,
} as const;

export const RECORDS = new Collection<RecordRow>({
  ...OF_RECORDS,
  name: 'domain.records.list',
  select: COLUMNS,
  from: 'records r',
  fields: RECORD.filters,
});

/** The same records with their notes (D-301). */
export const NOTED_RECORDS = new Collection<NotedRecordRow>({
  ...OF_RECORDS,
  name: 'domain.records.listNoted',
  select: NOTED_RECORD.columns(),
  from: `records r LEFT JOIN record_notes n ON n.account_id = r.account_id AND n.domain_id = r.domain_id AND n.record_id = r.id`,
  fields: NOTED_RECORD.filters,
});

/** A record as it was read. The change that follows requires that its version is the same. */
export interface ReadRecord extends StoredRecord {
  readonly domain: string;
  /** Changes with every write. */
  readonly version: string;
}

export const RECORD_LOOKUP = {
  params: ['domainId', 'recordId'],
  key: 'number',
  from: `domains d JOIN records r ON ${OF_DOMAIN}`,
  where: 'd.account_id = caller.account_id AND d.id = $3 AND r.id = $4',
  shown: COLUMNS,
  read: READ,
  rows: 'd, r',
  record: 'r',
} as const satisfies PathLookup;

export const READ_RECORD = query<ReadRecord>(
  'domain.records.read',
  `SELECT ${READ} FROM domains d JOIN records r ON ${OF_DOMAIN} WHERE d.account_id = $1 AND d.id = $2 AND r.id = $3`,
);
/** The DS records that are deleted with an NS record, the last one of its name (D-293). */
export const DS_OF_LAST_NS = query<{ readonly type: 'DS'; readonly name: string }>(
  'domain.records.readDsOfLastNs',
  `SELECT ds.type, ds.name FROM records ns JOIN records ds ON ds.domain_id = ns.domain_id AND ds.fqdn = ns.fqdn AND ds.type = 'DS'
   WHERE ns.account_id = $1 AND ns.domain_id = $2 AND ns.id = $3 AND ns.type = 'NS' AND ns.name <> '' AND NOT EXISTS (
     SELECT FROM records o WHERE o.domain_id = ns.domain_id AND o.fqdn = ns.fqdn AND o.type = 'NS' AND o.id <> ns.id)`,
);
const VALUES = `${valueColumns()}, fqdn`;
/** Each change of a zone first updates its domain's row, whose lock serializes the changes. */
function counted(change: string): string {
  return `counted AS (
    UPDATE domains SET ${change}serial = ${nextSerialSql('serial', '$11')}, zone_version = zone_version + 1
    WHERE account_id = $1 AND id = $9 AND domain = $10 RETURNING id, serial, zone_version)`;
}

/**
 * Checks the rules across records (D-102) after the lock of the domain's row. A function of the
 * database does it, because the statement's own snapshot is older than its wait for the lock.
 */
function fits(recordId: string, type: string, fqdn: string, rdata: string): string {
  return `record_fits(counted.id, ${recordId}, ${type}, ${fqdn}, ${rdata})`;
}

/** The record `r` as versions store it. */
const VERSIONED_RECORD = 'versioned_record(r::records)';

/**
 * Inserts the zone's version for the change of one record (D-241), after the parts `counted` and
 * `r`, the record.
 * @param removed the SQL of the record before the change; `added` after the change
 */
function versioned(
  change: 'created' | 'updated' | 'deleted',
  { removed = '', added = '' }: { readonly removed?: string; readonly added?: string },
): string {
  const counts = ['created', 'updated', 'deleted'].map((one) => (one === change ? 1 : 0));
  return `versioned AS (
     INSERT INTO zone_versions (account_id, username, token_id, request_id, created, kept_since, domain_id, version, serial,
       records_created, records_updated, records_deleted, removed, added)
     SELECT $1, $3, $4, $6, $7, $7, counted.id, counted.zone_version, counted.serial, ${counts.join(', ')},
       json_build_array(${removed}), json_build_array(${added})
     FROM counted, r)`;
}

export const INSERT_RECORD = recorded<RecordRow>(
  'domain.records.insert',
  `${counted('record_count = record_count + 1, ')},
   r AS (
     INSERT INTO records (account_id, domain_id, created, updated, ${VALUES})
     SELECT $1, counted.id, $7, $7, ${valuePlaces(12)}, $23
     FROM counted WHERE ${fits('NULL', '$12', '$23', '$22')} RETURNING *),
   ${versioned('created', { added: VERSIONED_RECORD })},
   ${madeFrom('r', 'r.id')}`,
  changedOrStale('r', COLUMNS),
);
export const UPDATE_RECORD = recorded<RecordRow>(
  'domain.records.update',
  `${counted('')},
   r AS (
     UPDATE records SET (updated, ${VALUES}) =
       (SELECT $7::timestamptz, ${valuePlaces(14)}, $25)
     FROM counted WHERE domain_id = counted.id AND records.id = $12 AND records.xmin = $13::xid
       AND ${fits('$12', '$14', '$25', '$24')} RETURNING records.*),
   ${versioned('updated', { removed: '$26::json', added: VERSIONED_RECORD })},
   ${madeFrom('r')}`,
  changedOrStale('r', COLUMNS),
);
/** Checks that the record is as it was read, for an update that changes nothing (D-276). */
export const KEEP_RECORD = recorded<RecordRow>(
  'domain.records.keep',
  `r AS (SELECT * FROM records WHERE account_id = $1 AND domain_id = $9 AND id = $10 AND xmin = $11::xid FOR SHARE),
   ${madeFrom('r')}`,
  changedOrStale('r', COLUMNS),
);
export const DELETE_RECORD = recorded<{ id: number }>(
  'domain.records.delete',
  `${counted('record_count = record_count - 1, ')},
   r AS (
     DELETE FROM records USING counted WHERE domain_id = counted.id AND records.id = $12 AND records.xmin = $13::xid
     RETURNING records.*),
   ${versioned('deleted', { removed: VERSIONED_RECORD })},
   ${madeFrom('r')}`,
  changedOrStale('r', 'r.id'),
);
/** Returns the ids in the order of the records. */
export const INSERT_MANY = command<{ id: number }>(
  'domain.records.insertMany',
  `INSERT INTO records (account_id, domain_id, created, updated, ${VALUES})
   SELECT $15, $1, $2, $2, ${valueColumns()}, ${fqdnOf('name', '$3')}
   FROM unnest(${valueArrayParameters(4)}) WITH ORDINALITY AS n(${valueColumns()}, position) ORDER BY position RETURNING id`,
);
