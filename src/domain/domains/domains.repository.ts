import { Injectable } from '@nestjs/common';
import type { CallerKey } from '../../auth/caller.js';
import { Database } from '../../database/database.js';
import type { Reader, Tx } from '../../database/reader.js';
import type { Page } from '../../shared/lists/collection.js';
import type { ListRequest } from '../../shared/lists/list-request.js';
import type { DomainValues } from './domain-values.js';
import type { DomainRow } from './domain.view.js';
import * as sql from './domains.sql.js';

/** A domain at the time of reading; the change that follows checks that it is still so. */
export type ReadDomain = Pick<DomainRow, 'id' | 'domain'>;

@Injectable()
export class DomainsRepository {
  constructor(private readonly database: Database) {}

  list(key: CallerKey, request: ListRequest): Promise<Page<DomainRow>> {
    return sql.DOMAINS.page(this.database, request, [key]);
  }

  find(key: CallerKey, id: number): Promise<DomainRow | undefined> {
    return this.database.row(sql.VIEW, [key, id]);
  }

  /** Whether a domain of this name exists in any account. */
  async isTaken(domain: string, reader: Reader = this.database): Promise<boolean> {
    return (await reader.row(sql.TAKEN, [domain])) !== undefined;
  }

  /** @param recordCount the number of records that the same transaction inserts */
  async insert(
    tx: Tx,
    accountId: number,
    values: DomainValues,
    serial: number,
    now: Date,
    recordCount = 0,
  ): Promise<DomainRow> {
    return (await tx.row(sql.INSERT, [accountId, now, serial, recordCount, ...stored(values)]))!;
  }

  lock(tx: Tx, accountId: number, id: number): Promise<DomainRow | undefined> {
    return tx.row(sql.LOCK, [accountId, id]);
  }

  /** @param yearSerial the first serial of the current year (D-106) */
  async update(tx: Tx, id: number, values: DomainValues, yearSerial: number, now: Date): Promise<DomainRow> {
    return (await tx.row(sql.UPDATE, [id, yearSerial, now, ...stored(values)]))!;
  }

  /** An update without changes sets only `updated`; the serial stays (D-192). */
  async touch(tx: Tx, id: number, now: Date): Promise<DomainRow> {
    return (await tx.row(sql.TOUCH, [id, now]))!;
  }

  async renameRecords(tx: Tx, id: number, domain: string): Promise<void> {
    await tx.run(sql.RENAME_RECORDS, [id, domain]);
  }

  async hasHostsTooLongFor(tx: Tx, id: number, domain: string): Promise<boolean> {
    return (await tx.row(sql.TOO_LONG, [id, domain])) !== undefined;
  }

  read(accountId: number, id: number): Promise<ReadDomain | undefined> {
    return this.database.row(sql.READ, [accountId, id]);
  }

  delete(tx: Tx, accountId: number, { id, domain }: ReadDomain): void {
    tx.send(sql.DELETE, [accountId, id, domain]);
  }

  /** @returns undefined when the source no longer exists */
  clone(
    tx: Tx,
    accountId: number,
    sourceId: number,
    domain: string,
    serial: number,
    now: Date,
  ): Promise<DomainRow | undefined> {
    return tx.row(sql.CLONE, [accountId, sourceId, domain, serial, now]);
  }
}

/** The values in the order of the columns `STORED`. */
function stored(values: DomainValues): unknown[] {
  return [
    values.domain,
    values.type,
    values.status,
    values.description,
    values.group,
    values.soaEmail,
    values.masterIps,
    values.axfrIps,
    values.expireSec,
    values.refreshSec,
    values.retrySec,
    values.ttlSec,
    values.tags,
  ];
}
