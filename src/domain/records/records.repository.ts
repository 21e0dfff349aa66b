import { setImmediate as nextTurn } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { CALLER, granted, type CallerKey } from '../../auth/caller.js';
import { changedOrStale } from '../../database/changed-or-stale.js';
import { Database } from '../../database/database.js';
import type { Tx } from '../../database/reader.js';
import { command, query } from '../../database/statement.js';
import { numberField, stringField, timeField } from '../../shared/lists/filter.js';
import type { ListRequest } from '../../shared/lists/list-request.js';
import { Collection, type Page } from '../../shared/lists/collection.js';
import { fullName } from './record-name.rules.js';
import type { RecordValues } from './record-type.js';
import type { RecordRow } from './record.view.js';

const COLUMNS = `r.id, r.type, r.name, r.target, r.ttl_sec AS "ttlSec", r.priority, r.weight, r.port, r.service, r.protocol,
  r.tag, r.created, r.updated`;
const DOMAIN = `caller JOIN domains d ON d.account_id = caller.account_id AND d.id = $2 AND ${granted('domain', 'd.id')}`;
const OF_DOMAIN = 'r.domain_id = d.id';

export const RECORDS = new Collection<RecordRow>({
  name: 'domain.records.list',
  with: CALLER,
  select: COLUMNS,
  of: DOMAIN,
  from: 'records r',
  where: OF_DOMAIN,
  order: 'r.id',
  key: 'r.id',
  total: `SELECT d.record_count FROM ${DOMAIN}`,
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

/** The domain whose records are about to change. */
export interface RecordsDomain {
  readonly id: number;
  readonly domain: string;
}

/** A domain as it was read, and the id of a record that may come. */
export interface DomainForRecord extends RecordsDomain {
  readonly recordId: number;
}

/** A record as it was read, for a change that is decided on that. */
export interface ReadRecord extends RecordRow {
  readonly domain: string;
  readonly rdata: string | null;
  /** Another one with every change. */
  readonly version: string;
}

const VIEW = query<RecordRow>(
  'domain.records.view',
  `WITH ${CALLER} SELECT ${COLUMNS} FROM ${DOMAIN} JOIN records r ON ${OF_DOMAIN} AND r.id = $3`,
);
/** An id that is not used leaves a gap, as that of any refused insert. */
const FOR_NEW = query<DomainForRecord>(
  'domain.records.forNew',
  `SELECT id, domain, nextval('records_id_seq') AS "recordId" FROM domains
   WHERE account_id = $1 AND id = $2`,
);
const READ = query<ReadRecord>(
  'domain.records.read',
  `SELECT d.domain, r.rdata, r.xmin::text AS version, ${COLUMNS} FROM domains d JOIN records r ON r.domain_id = d.id
   WHERE d.account_id = $1 AND d.id = $2 AND r.id = $3`,
);
const LOCK_DOMAIN = command(
  'domain.records.lockDomain',
  'SELECT FROM domains WHERE account_id = $1 AND id = $2 FOR NO KEY UPDATE',
);
const VALUES = 'type, name, target, ttl_sec, priority, weight, port, service, protocol, tag, fqdn, rdata';
// What may stand in a record's way is looked for while its domain is locked: what is seen then is all there is (D-102).
const ALONE = `coalesce((
  SELECT violates(CASE WHEN 'CNAME' IN (o.type, $4) THEN 'records_cname_alone' ELSE 'records_null_mx_alone' END)
  FROM records o WHERE o.domain_id = $1 AND o.fqdn = $14 AND o.id <> $3
    AND ('CNAME' IN (o.type, $4) OR (o.type = 'MX' AND $4 = 'MX' AND '.' IN (o.rdata, $15))) LIMIT 1), true)`;
const INSERT = command<RecordRow>(
  'domain.records.insert',
  `WITH counted AS (
     UPDATE domains SET record_count = record_count + 1, serial = greatest(serial + 1, $16)
     WHERE id = $1 AND domain = $17 RETURNING id)
   INSERT INTO records AS r (domain_id, id, created, updated, ${VALUES}) OVERRIDING SYSTEM VALUE
   SELECT $1, $3, $2, $2, $4, $5, $6, $7::integer, $8::integer, $9::integer, $10::integer, $11, $12, $13, $14, $15
   FROM (SELECT) once LEFT JOIN counted ON true WHERE (counted.id IS NOT NULL OR stale()) AND ${ALONE}
   RETURNING ${COLUMNS}`,
);
const UPDATE = command<RecordRow>(
  'domain.records.update',
  `WITH counted AS (
     UPDATE domains SET serial = greatest(serial + 1, $16) WHERE id = $1 AND domain = $17 RETURNING id),
   r AS (
     UPDATE records SET (updated, ${VALUES}) =
       (SELECT $2::timestamptz, $4, $5, $6, $7::integer, $8::integer, $9::integer, $10::integer, $11, $12, $13, $14, $15)
     FROM counted WHERE domain_id = counted.id AND records.id = $3 AND records.xmin = $18::xid AND ${ALONE}
     RETURNING records.*)
   ${changedOrStale('r', COLUMNS)}`,
);
const TOUCH = command<RecordRow>(
  'domain.records.touch',
  `WITH r AS (
     UPDATE records SET updated = $3 WHERE domain_id = $1 AND id = $2 AND xmin = $4::xid RETURNING *)
   ${changedOrStale('r', COLUMNS)}`,
);
const DELETE = command<{ id: number }>(
  'domain.records.delete',
  `WITH counted AS (
     UPDATE domains SET record_count = record_count - 1, serial = greatest(serial + 1, $4) WHERE id = $1 RETURNING id),
   r AS (
     DELETE FROM records USING counted WHERE domain_id = counted.id AND records.id = $2 AND records.xmin = $3::xid
     RETURNING records.id)
   ${changedOrStale('r', 'r.id')}`,
);
const INSERT_MANY = command(
  'domain.records.insertMany',
  `INSERT INTO records (domain_id, created, updated, ${VALUES})
   SELECT $1, $2, $2, type, name, target, ttl, priority, weight, port, service, protocol, tag,
     CASE name WHEN '' THEN $3 ELSE lower(name) || '.' || $3 END, rdata
   FROM unnest($4::text[], $5::text[], $6::text[], $7::integer[], $8::integer[], $9::integer[], $10::integer[],
     $11::text[], $12::text[], $13::text[], $14::text[])
     AS n(type, name, target, ttl, priority, weight, port, service, protocol, tag, rdata)`,
);
/** In the order of INSERT_MANY's arrays. */
const MANY = [
  'type',
  'name',
  'target',
  'ttlSec',
  'priority',
  'weight',
  'port',
  'service',
  'protocol',
  'tag',
  'rdata',
] as const satisfies readonly (keyof RecordValues)[];

const AT_ONCE = 1000;

@Injectable()
export class RecordsRepository {
  constructor(private readonly database: Database) {}

  list(key: CallerKey, domainId: number, request: ListRequest): Promise<Page<RecordRow>> {
    return RECORDS.page(this.database, request, [key, domainId]);
  }

  find(key: CallerKey, domainId: number, id: number): Promise<RecordRow | undefined> {
    return this.database.row(VIEW, [key, domainId, id]);
  }

  forNew(accountId: number, domainId: number): Promise<DomainForRecord | undefined> {
    return this.database.row(FOR_NEW, [accountId, domainId]);
  }

  read(accountId: number, domainId: number, id: number): Promise<ReadRecord | undefined> {
    return this.database.row(READ, [accountId, domainId, id]);
  }

  /** @throws Invalid when another record is in the way (D-102) */
  async insert(
    tx: Tx,
    accountId: number,
    { id, domain, recordId }: DomainForRecord,
    record: RecordValues,
    yearSerial: number,
    now: Date,
  ): Promise<RecordRow> {
    tx.send(LOCK_DOMAIN, [accountId, id]);
    return (await tx.row(INSERT, [id, now, recordId, ...stored(record, domain), yearSerial, domain]))!;
  }

  /** As `insert`. */
  async update(
    tx: Tx,
    accountId: number,
    domainId: number,
    { id, domain, version }: ReadRecord,
    record: RecordValues,
    yearSerial: number,
    now: Date,
  ): Promise<RecordRow> {
    tx.send(LOCK_DOMAIN, [accountId, domainId]);
    const values = [domainId, now, id, ...stored(record, domain), yearSerial, domain, version];
    return (await tx.row(UPDATE, values))!;
  }

  /** An update that changes nothing moves only `updated`. */
  async touch(tx: Tx, domainId: number, { id, version }: ReadRecord, now: Date): Promise<RecordRow> {
    return (await tx.row(TOUCH, [domainId, id, now, version]))!;
  }

  delete(tx: Tx, domainId: number, { id, version }: ReadRecord, yearSerial: number): void {
    tx.send(DELETE, [domainId, id, version, yearSerial]);
  }

  /**
   * The records of a domain that the same transaction made, which counts them. While the database stores some, the next
   * are written down, and other requests have their turn.
   */
  async insertMany(
    tx: Tx,
    domain: RecordsDomain,
    records: readonly RecordValues[],
    now: Date,
  ): Promise<void> {
    for (let from = 0; from < records.length; from += AT_ONCE) {
      const some = records.slice(from, from + AT_ONCE);
      const columns = MANY.map((key) => some.map((record) => record[key]));
      tx.send(INSERT_MANY, [domain.id, now, domain.domain, ...columns]);
      await nextTurn();
    }
  }
}

/** In the order of `VALUES`. */
function stored(record: RecordValues, domain: string): unknown[] {
  const { type, name, target, ttlSec, priority, weight, port, service, protocol, tag, rdata } = record;
  const fqdn = fullName(name, domain);
  return [type, name, target, ttlSec, priority, weight, port, service, protocol, tag, fqdn, rdata];
}
