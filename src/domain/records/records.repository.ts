import { setImmediate as nextTurn } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { CallerKey } from '../../access/caller.js';
import { Database } from '../../database/database.js';
import type { Reader, Run, Tx, Values } from '../../database/reader.js';
import type { Page } from '../../shared/lists/collection.js';
import type { ListRequest } from '../../shared/lists/list-request.js';
import { READ_DOMAIN, type ReadDomain } from '../domain.sql.js';
import { batchesOf, columnsOf, type RecordColumns } from './record-columns.rules.js';
import { fullName } from './record-name.rules.js';
import { versionedRecord } from '../versions/versioned-record.js';
import type { RecordValues } from './record-type.js';
import type { NotedRecordRow, RecordRow } from './record.resource.js';
import * as sql from './records.sql.js';
import type { ReadRecord } from './records.sql.js';
import { VALUES } from './same-record.rules.js';

@Injectable()
export class RecordsRepository {
  constructor(private readonly database: Database) {}

  list(key: CallerKey, domainId: number, request: ListRequest): Promise<Page<RecordRow>> {
    return sql.RECORDS.page(this.database, request, [key, domainId]);
  }

  /** As `list`, with the notes on the records (D-301). */
  listNoted(key: CallerKey, domainId: number, request: ListRequest): Promise<Page<NotedRecordRow>> {
    return sql.NOTED_RECORDS.page(this.database, request, [key, domainId]);
  }

  readDomain(accountId: number, domainId: number): Promise<ReadDomain | undefined> {
    return this.database.row(READ_DOMAIN, [accountId, domainId]);
  }

  read(
    accountId: number,
    domainId: number,
    id: number,
    reader: Reader = this.database,
  ): Promise<ReadRecord | undefined> {
    return reader.row(sql.READ_RECORD, [accountId, domainId, id]);
  }

  /**
   * Reads the DS records that are deleted with this NS record, or when it moves to another name
   * (D-293).
   */
  dsOfLastNs(accountId: number, domainId: number, id: number) {
    return this.database.rows(sql.DS_OF_LAST_NS, [accountId, domainId, id]);
  }

  /**
   * @param events the values of the change's event; also in the methods below
   * @throws Invalid when another record at the name excludes this one (D-102), and for the 12,001st
   * record
   */
  insert(
    run: Run,
    events: Values,
    { id, domain }: ReadDomain,
    record: RecordValues,
    yearSerial: number,
  ): Promise<RecordRow> {
    return run(sql.INSERT_RECORD, [...events, id, domain, yearSerial, ...insertValues(record, domain)]);
  }

  /** @throws Invalid as `insert` does */
  update(
    run: Run,
    events: Values,
    domainId: number,
    before: ReadRecord,
    record: RecordValues,
    yearSerial: number,
  ): Promise<RecordRow> {
    const { id, domain, version } = before;
    const values = [domainId, domain, yearSerial, id, version, ...insertValues(record, domain)];
    return run(sql.UPDATE_RECORD, [...events, ...values, JSON.stringify(versionedRecord(before))]);
  }

  /**
   * Checks that the record is unchanged, for an update that changes nothing. Stores only its event.
   */
  keep(run: Run, events: Values, domainId: number, { id, version }: ReadRecord): Promise<RecordRow> {
    return run(sql.KEEP_RECORD, [...events, domainId, id, version]);
  }

  async delete(
    run: Run,
    events: Values,
    domainId: number,
    { id, domain, version }: ReadRecord,
    yearSerial: number,
  ): Promise<void> {
    await run(sql.DELETE_RECORD, [...events, domainId, domain, yearSerial, id, version]);
  }

  /**
   * Inserts the records of a domain that the same transaction created with their number. Yields
   * between statements, because preparing 12,000 records at once would delay other requests.
   */
  async insertMany(
    tx: Tx,
    domain: ReadDomain & { readonly accountId: number },
    records: RecordColumns,
    now: Date,
  ): Promise<void> {
    for (const batch of batchesOf(records)) {
      tx.send(sql.INSERT_MANY, insertManyValues(domain, batch, now));
      await nextTurn();
    }
  }

  /**
   * As `insertMany`, for a domain that the transaction has locked.
   * @returns the ids, in the order of the records
   */
  async insertReturningIds(
    tx: Tx,
    domain: ReadDomain & { readonly accountId: number },
    records: readonly RecordValues[],
    now: Date,
  ): Promise<number[]> {
    const ids: number[] = [];
    for (const batch of batchesOf(columnsOf(records))) {
      ids.push(...(await tx.rows(sql.INSERT_MANY, insertManyValues(domain, batch, now))).map(({ id }) => id));
    }
    return ids;
  }
}

/** Makes the values of INSERT_MANY. */
function insertManyValues(
  domain: ReadDomain & { readonly accountId: number },
  columns: RecordColumns,
  now: Date,
): unknown[] {
  return [domain.id, now, domain.domain, ...VALUES.map((key) => columns[key]), domain.accountId];
}

/** Returns the values in the order of `VALUES`, and the full name. */
function insertValues(record: RecordValues, domain: string): unknown[] {
  return [...VALUES.map((key) => record[key]), fullName(record.name, domain)];
}
