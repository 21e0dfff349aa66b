import { setImmediate as nextTurn } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { CALLER, granted, type CallerKey } from '../../auth/caller.js';
import { Database } from '../../shared/database/database.js';
import type { Tx } from '../../shared/database/reader.js';
import { command, query } from '../../shared/database/statement.js';
import { numberField, stringField, timeField } from '../../shared/lists/filter.js';
import type { ListRequest } from '../../shared/lists/list-request.js';
import { Collection, type Page } from '../../shared/lists/collection.js';
import type { Neighbour } from './record-conflict.rules.js';
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

/** The domain of records that are about to change; locked, so that it has no other writer until the transaction ends. */
export interface LockedDomain {
  readonly id: number;
  readonly domain: string;
}

const VIEW = query<RecordRow>(
  'domain.records.view',
  `WITH ${CALLER} SELECT ${COLUMNS} FROM ${DOMAIN} JOIN records r ON ${OF_DOMAIN} AND r.id = $3`,
);
const LOCK_DOMAIN = command<LockedDomain>(
  'domain.records.lockDomain',
  'SELECT id, domain FROM domains WHERE account_id = $1 AND id = $2 FOR NO KEY UPDATE',
);
const LOCK = command<LockedRecord>(
  'domain.records.lock',
  `SELECT d.domain, r.rdata, ${COLUMNS} FROM domains d JOIN records r ON r.domain_id = d.id
   WHERE d.account_id = $1 AND d.id = $2 AND r.id = $3 FOR NO KEY UPDATE OF d, r`,
);
const VALUES = 'type, name, target, ttl_sec, priority, weight, port, service, protocol, tag, fqdn, rdata';
const CONFLICTING = `SELECT FROM records o WHERE o.domain_id = $1 AND o.fqdn = $14 AND o.id <> $3
  AND ('CNAME' IN (o.type, $4) OR (o.type = 'MX' AND $4 = 'MX' AND '.' IN (o.rdata, $15)))`;
// What may stand in a record's way is looked for while its domain is locked: what is seen then is all there is.
const INSERT = command<RecordRow>(
  'domain.records.insert',
  `WITH counted AS (
     UPDATE domains SET record_count = record_count + 1, serial = greatest(serial + 1, $16) WHERE id = $1)
   INSERT INTO records AS r (domain_id, created, updated, ${VALUES})
   SELECT $1, $2, $2, $4, $5, $6, $7::integer, $8::integer, $9::integer, $10::integer, $11, $12, $13, $14, $15
   WHERE NOT EXISTS (${CONFLICTING}) RETURNING ${COLUMNS}`,
);
const UPDATE = command<RecordRow>(
  'domain.records.update',
  `WITH counted AS (UPDATE domains SET serial = greatest(serial + 1, $16) WHERE id = $1)
   UPDATE records r SET (updated, ${VALUES}) =
     (SELECT $2::timestamptz, $4, $5, $6, $7::integer, $8::integer, $9::integer, $10::integer, $11, $12, $13, $14, $15)
   WHERE r.domain_id = $1 AND r.id = $3 AND NOT EXISTS (${CONFLICTING}) RETURNING ${COLUMNS}`,
);
const TOUCH = command<RecordRow>(
  'domain.records.touch',
  `UPDATE records r SET updated = $3 WHERE r.domain_id = $1 AND r.id = $2 RETURNING ${COLUMNS}`,
);
const DELETE = command<DeletedRecord>(
  'domain.records.delete',
  `WITH counted AS (
     UPDATE domains SET record_count = record_count - 1, serial = greatest(serial + 1, $4)
     WHERE account_id = $1 AND id = $2 RETURNING domain)
   DELETE FROM records r USING counted WHERE r.domain_id = $2 AND r.id = $3
   RETURNING r.id, r.type, r.name, counted.domain`,
);
const NEIGHBOURS = query<Neighbour>(
  'domain.records.neighbours',
  'SELECT type, rdata FROM records WHERE domain_id = $1 AND fqdn = $2 AND id <> $3',
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

interface LockedRecord extends RecordRow {
  readonly domain: string;
  readonly rdata: string | null;
}

interface DeletedRecord {
  readonly id: number;
  readonly type: string;
  readonly name: string;
  readonly domain: string;
}

const AT_ONCE = 1000;

/** No record: ids begin with 1. */
const NONE = 0;

@Injectable()
export class RecordsRepository {
  constructor(private readonly database: Database) {}

  list(key: CallerKey, domainId: number, request: ListRequest): Promise<Page<RecordRow>> {
    return RECORDS.page(this.database, request, [key, domainId]);
  }

  find(key: CallerKey, domainId: number, id: number): Promise<RecordRow | undefined> {
    return this.database.row(VIEW, [key, domainId, id]);
  }

  lockDomain(tx: Tx, accountId: number, domainId: number): Promise<LockedDomain | undefined> {
    return tx.row(LOCK_DOMAIN, [accountId, domainId]);
  }

  /** The record, with its domain locked too. */
  lock(tx: Tx, accountId: number, domainId: number, id: number): Promise<LockedRecord | undefined> {
    return tx.row(LOCK, [accountId, domainId, id]);
  }

  /** Undefined when another record is in the way; then nothing may be committed. */
  insert(
    tx: Tx,
    domain: LockedDomain,
    record: RecordValues,
    yearSerial: number,
    now: Date,
  ): Promise<RecordRow | undefined> {
    return tx.row(INSERT, [domain.id, now, NONE, ...stored(record, domain.domain), yearSerial]);
  }

  /** As `insert`. */
  update(
    tx: Tx,
    domain: LockedDomain,
    id: number,
    record: RecordValues,
    yearSerial: number,
    now: Date,
  ): Promise<RecordRow | undefined> {
    return tx.row(UPDATE, [domain.id, now, id, ...stored(record, domain.domain), yearSerial]);
  }

  /** An update that changes nothing moves only `updated`. */
  async touch(tx: Tx, domainId: number, id: number, now: Date): Promise<RecordRow> {
    return (await tx.row(TOUCH, [domainId, id, now]))!;
  }

  /** Undefined when it is gone; then nothing may be committed. */
  delete(
    tx: Tx,
    accountId: number,
    domainId: number,
    id: number,
    yearSerial: number,
  ): Promise<DeletedRecord | undefined> {
    return tx.row(DELETE, [accountId, domainId, id, yearSerial]);
  }

  /** What stands at the record's name besides the one of this id. */
  neighbours(tx: Tx, domain: LockedDomain, record: RecordValues, id = NONE): Promise<Neighbour[]> {
    return tx.rows(NEIGHBOURS, [domain.id, fullName(record.name, domain.domain), id]);
  }

  /**
   * The records of a domain that the same transaction made, which counts them. While the database stores some, the next
   * are written down, and other requests have their turn.
   */
  async insertMany(tx: Tx, domain: LockedDomain, records: readonly RecordValues[], now: Date): Promise<void> {
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
