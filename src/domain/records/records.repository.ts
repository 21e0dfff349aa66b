import { setImmediate as nextTurn } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { CallerKey } from '../../access/caller.js';
import { Database } from '../../database/database.js';
import type { Batch, Later, Tx } from '../../database/reader.js';
import type { Page } from '../../shared/lists/collection.js';
import type { ListRequest } from '../../shared/lists/list-request.js';
import { fullName } from './record-name.rules.js';
import type { RecordValues } from './record-type.js';
import type { RecordRow } from './record.view.js';
import * as sql from './records.sql.js';
import type { ReadRecord } from './records.sql.js';

export type { ReadRecord };

/** The domain whose records change. */
export interface RecordsDomain {
  readonly id: number;
  readonly domain: string;
}

/** The domain of a record that is to be created, and the id reserved for it. */
export interface DomainForRecord extends RecordsDomain {
  readonly recordId: number;
}

/** The columns in the order of INSERT_MANY's arrays. */
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

const RECORDS_PER_STATEMENT = 1000;

@Injectable()
export class RecordsRepository {
  constructor(private readonly database: Database) {}

  list(key: CallerKey, domainId: number, request: ListRequest): Promise<Page<RecordRow>> {
    return sql.RECORDS.page(this.database, request, [key, domainId]);
  }

  reserveId(batch: Batch, accountId: number, domainId: number): Later<DomainForRecord | undefined> {
    return batch.row(sql.RESERVE_ID, [accountId, domainId]);
  }

  read(accountId: number, domainId: number, id: number): Promise<ReadRecord | undefined> {
    return this.database.row(sql.READ_RECORD, [accountId, domainId, id]);
  }

  /** @throws Invalid when the name has a record that this one may not stand beside (D-102) */
  insert(
    batch: Batch,
    accountId: number,
    { id, domain, recordId }: DomainForRecord,
    record: RecordValues,
    yearSerial: number,
    now: Date,
  ): Later<RecordRow> {
    batch.send(sql.LOCK_DOMAIN, [accountId, id]);
    return batch.row(sql.INSERT_RECORD, [id, now, recordId, ...stored(record, domain), yearSerial, domain]);
  }

  /** @throws Invalid as `insert` does */
  update(
    batch: Batch,
    accountId: number,
    domainId: number,
    { id, domain, version }: ReadRecord,
    record: RecordValues,
    yearSerial: number,
    now: Date,
  ): Later<RecordRow> {
    batch.send(sql.LOCK_DOMAIN, [accountId, domainId]);
    const values = [domainId, now, id, ...stored(record, domain), yearSerial, domain, version];
    return batch.row(sql.UPDATE, values);
  }

  /** An update without changes changes nothing, but the record must still be there. */
  keep(batch: Batch, domainId: number, { id, version }: ReadRecord): Later<RecordRow> {
    return batch.row(sql.KEEP_RECORD, [domainId, id, version]);
  }

  delete(batch: Batch, domainId: number, { id, version }: ReadRecord, yearSerial: number): void {
    batch.send(sql.DELETE_RECORD, [domainId, id, version, yearSerial]);
  }

  /**
   * Inserts the records of a domain that the same transaction created with their number. Yields between the statements:
   * preparing 12,000 records at once would delay other requests.
   */
  async insertMany(
    tx: Tx,
    domain: RecordsDomain & { readonly accountId: number },
    records: readonly RecordValues[],
    now: Date,
  ): Promise<void> {
    for (let from = 0; from < records.length; from += RECORDS_PER_STATEMENT) {
      const some = records.slice(from, from + RECORDS_PER_STATEMENT);
      const columns = MANY.map((key) => some.map((record) => record[key]));
      tx.send(sql.INSERT_MANY, [domain.id, now, domain.domain, ...columns, domain.accountId]);
      await nextTurn();
    }
  }
}

/** The values in the order of the columns `VALUES`. */
function stored(record: RecordValues, domain: string): unknown[] {
  const { type, name, target, ttlSec, priority, weight, port, service, protocol, tag, rdata } = record;
  const fqdn = fullName(name, domain);
  return [type, name, target, ttlSec, priority, weight, port, service, protocol, tag, fqdn, rdata];
}
