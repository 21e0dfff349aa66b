import { Injectable } from '@nestjs/common';
import type { Tx } from '../../database/reader.js';
import { Clock } from '../../shared/time/clock.js';
import { DomainEntity } from '../domain.entity.js';
import { fullName } from '../records/record-name.rules.js';
import type { RecordValues } from '../records/record-type.js';
import type { StoredRecord } from '../records/record.resource.js';
import { RecordsRepository } from '../records/records.repository.js';
import { nextSerial, yearSerial } from '../serial.rules.js';
import { versionedText } from '../versions/versioned-record.js';
import type { ZoneDiff } from '../versions/zone-diff.js';
import type { RestoredValues } from '../zones/zone-settings.resource.js';
import {
  ALL_RECORDS,
  RESTORE_RECORDS,
  DELETE_RECORDS,
  SCHEDULE_DELEGATED,
  RECORDS_AT,
  UPDATE_RECORDS,
} from './changes.sql.js';
import type { RecordChanges } from './zone-draft.rules.js';

/** Reads and writes many records of a locked domain at once (D-240). */
@Injectable()
export class ChangesRepository {
  constructor(
    private readonly records: RecordsRepository,
    private readonly clock: Clock,
  ) {}

  /**
   * Reads all records of each name in `names` and of each name that a record of `ids` has.
   * @param names full names in lower case
   */
  recordsAt(
    tx: Tx,
    { accountId, id }: DomainEntity,
    ids: readonly number[],
    names: readonly string[],
  ): Promise<StoredRecord[]> {
    return tx.rows(RECORDS_AT, [accountId, id, ids, names]);
  }

  all(tx: Tx, { accountId, id }: DomainEntity): Promise<StoredRecord[]> {
    return tx.rows(ALL_RECORDS, [accountId, id]);
  }

  /**
   * Writes changes of records. Triggers of migration 0004 refuse a DS record without an NS record
   * of its name, and delete the DS records of a name with its last NS record (D-293).
   * `record_count` would miss such a delete. So this deletes DS records first, creates them after
   * the NS records, and deletes other records last.
   */
  async write(tx: Tx, domain: DomainEntity, changes: RecordChanges): Promise<ZoneDiff> {
    const now = this.clock.now();
    const { created, deleted } = changes;
    const updated = changes.updated.map(({ before, after }) => ({ before, after: changedAt(now, after) }));
    await this.remove(tx, domain, deleted.filter(isDs));
    const first = await this.create(tx, domain, created.filter(isNotDs), now);
    await this.update(tx, domain, updated, now);
    const last = await this.create(tx, domain, created.filter(isDs), now);
    await this.remove(tx, domain, deleted.filter(isNotDs));
    return { created: [...first, ...last], updated, deleted };
  }

  /**
   * Raises serial and version of a locked domain, updates its record count, and writes `values`,
   * which also set `updated` (D-14).
   * @returns the domain with the new values
   */
  async count(
    tx: Tx,
    domain: DomainEntity,
    { created, deleted }: ZoneDiff,
    values: RestoredValues = {},
  ): Promise<DomainEntity> {
    const { accountId, id } = domain;
    const now = this.clock.now();
    const changes = {
      ...values,
      updated: Object.keys(values).length > 0 ? now : domain.updated,
      serial: nextSerial(domain.serial, yearSerial(now)),
      zoneVersion: domain.zoneVersion + 1,
      recordCount: domain.recordCount + created.length - deleted.length,
    };
    await tx.repository(DomainEntity).update({ accountId, id }, changes);
    return { ...domain, ...changes };
  }

  /**
   * Makes signed domains below due for the job when their DS records differ. The job corrects the
   * DS records (D-293).
   */
  async scheduleDelegated(tx: Tx, { accountId, domain }: DomainEntity, diff: ZoneDiff): Promise<void> {
    const records = [
      ...diff.created,
      ...diff.deleted,
      ...diff.updated.flatMap(({ before, after }) => [before, after]),
    ];
    const names = records.filter(isDs).map(({ name }) => fullName(name, domain));
    if (names.length > 0) await tx.run(SCHEDULE_DELEGATED, [accountId, names, this.clock.now()]);
  }

  private async create(
    tx: Tx,
    domain: DomainEntity,
    records: RecordChanges['created'],
    now: Date,
  ): Promise<StoredRecord[]> {
    const restored = records.filter(isStored).map((record) => changedAt(now, record));
    await this.restore(tx, domain, restored);
    const values = records.filter((record) => !isStored(record));
    const ids = await this.records.insertReturningIds(tx, domain, values, now);
    const times = { created: now.toISOString(), updated: now.toISOString() };
    const added = values.map((record, index) => ({ ...record, ...times, id: ids[index]! }));
    return [...restored, ...added];
  }

  private async restore(
    tx: Tx,
    { accountId, id, domain }: DomainEntity,
    records: readonly StoredRecord[],
  ): Promise<void> {
    if (records.length === 0) return;
    await tx.run(RESTORE_RECORDS, [accountId, id, domain, versionedText(records)]);
  }

  private async update(
    tx: Tx,
    { accountId, id, domain }: DomainEntity,
    updated: ZoneDiff['updated'],
    now: Date,
  ): Promise<void> {
    if (updated.length === 0) return;
    const rows = versionedText(updated.map(({ after }) => after));
    await tx.run(UPDATE_RECORDS, [accountId, id, domain, rows, now]);
  }

  private async remove(
    tx: Tx,
    { accountId, id }: DomainEntity,
    records: readonly StoredRecord[],
  ): Promise<void> {
    if (records.length > 0) await tx.run(DELETE_RECORDS, [accountId, id, records.map((record) => record.id)]);
  }
}

function changedAt(now: Date, record: StoredRecord): StoredRecord {
  return { ...record, updated: now.toISOString() };
}

function isStored(record: RecordValues | StoredRecord): record is StoredRecord {
  return 'id' in record;
}

function isDs({ type }: Pick<RecordValues, 'type'>): boolean {
  return type === 'DS';
}

function isNotDs(record: Pick<RecordValues, 'type'>): boolean {
  return !isDs(record);
}
