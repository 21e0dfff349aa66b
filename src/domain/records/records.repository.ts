import { setImmediate as nextTurn } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { CallerKey } from '../../access/caller.js';
import { Database } from '../../database/database.js';
import type { Run, Tx, Values } from '../../database/reader.js';
import { NotFound } from '../../shared/errors/errors.js';
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

  /** @throws NotFound when the account has no such domain */
  async nameOf(accountId: number, domainId: number): Promise<string> {
    const row = await this.database.row(sql.DOMAIN_NAME, [accountId, domainId]);
    if (!row) throw new NotFound();
    return row.domain;
  }

  read(accountId: number, domainId: number, id: number): Promise<ReadRecord | undefined> {
    return this.database.row(sql.READ_RECORD, [accountId, domainId, id]);
  }

  /**
   * @param events the values of the change's event, as of all changes here
   * @throws Invalid when the name has a record that this one may not stand beside (D-102), and for the 12,001st record
   */
  insert(
    run: Run,
    events: Values,
    { id, domain }: RecordsDomain,
    record: RecordValues,
    yearSerial: number,
  ): Promise<RecordRow> {
    return run(sql.INSERT_RECORD, [...events, id, domain, yearSerial, ...stored(record, domain)]);
  }

  /** @throws Invalid as `insert` does */
  update(
    run: Run,
    events: Values,
    domainId: number,
    { id, domain, version }: ReadRecord,
    record: RecordValues,
    yearSerial: number,
  ): Promise<RecordRow> {
    const values = [domainId, domain, yearSerial, id, version, ...stored(record, domain)];
    return run(sql.UPDATE_RECORD, [...events, ...values]);
  }

  /** An update without changes changes nothing, but the record must still be there. */
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
