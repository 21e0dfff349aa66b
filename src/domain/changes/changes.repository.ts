import { Injectable } from '@nestjs/common';
import type { Tx } from '../../database/reader.js';
import { Clock } from '../../shared/time/clock.js';
import { DomainEntity } from '../domain.entity.js';
import { fullName } from '../records/record-name.rules.js';
import type { RecordValues } from '../records/record-type.js';
import type { StoredRecord } from '../records/record.resource.js';
import { RecordsRepository } from '../records/records.repository.js';
import { nextSerial, yearSerial } from '../serial.rules.js';
import { versionedRecord } from '../versions/versioned-record.js';
import { NO_DIFF, type ZoneDiff } from '../versions/zone-diff.js';
import type { RestoredValues } from '../zones/zone-settings.resource.js';
import {
  ALL_RECORDS,
  BRING_BACK,
  DELETE_MANY,
  LOOK_AT_DELEGATED,
  RECORDS_AT,
  UPDATE_MANY,
} from './changes.sql.js';
import type { RecordChanges } from './zone-draft.rules.js';

/** The records of a locked domain, many at once: where zones change by more than one record (D-240). */
@Injectable()
export class ChangesRepository {
  constructor(
    private readonly records: RecordsRepository,
    private readonly clock: Clock,
  ) {}

  /** All records of each name that is named, or is that of a record that is named. @param names full ones, in lower case */
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
   * Writes changes of records. Triggers of migration 0004 refuse a DS record without an NS record of its name, and delete those
   * of a name with its last NS record, where nothing would count them (D-293). So DS records are deleted first, and created
   * after the NS records; other records are deleted last.
   */
  async write(tx: Tx, domain: DomainEntity, changes: RecordChanges): Promise<ZoneDiff> {
    const now = this.clock.now();
    const { created, deleted } = changes;
    const updated = changes.updated.map(({ before, after }) => ({ before, after: changedAt(now, after) }));
    await this.remove(tx, domain, deleted.filter(isSigner));
    const first = await this.create(tx, domain, created.filter(isNoSigner), now);
    await this.update(tx, domain, updated, now);
    const last = await this.create(tx, domain, created.filter(isSigner), now);
    await this.remove(tx, domain, deleted.filter(isNoSigner));
    return { created: [...first, ...last], updated, deleted };
  }

  /** Counts the change of a locked domain. */
  async count(
    tx: Tx,
    domain: DomainEntity,
    { created, deleted }: ZoneDiff = NO_DIFF,
    values: RestoredValues = {},
  ): Promise<DomainEntity> {
    const { accountId, id } = domain;
    const changes = {
      ...values,
      serial: nextSerial(domain.serial, yearSerial(this.clock.now())),
      zoneVersion: domain.zoneVersion + 1,
      recordCount: domain.recordCount + created.length - deleted.length,
    };
    await tx.repository(DomainEntity).update({ accountId, id }, changes);
    return { ...domain, ...changes };
  }

  /** Lets the service look at signed domains below whose DS records differ: it keeps them true (D-293). */
  async lookAtDelegated(tx: Tx, { accountId, domain }: DomainEntity, diff: ZoneDiff): Promise<void> {
    const records = [
      ...diff.created,
      ...diff.deleted,
      ...diff.updated.flatMap(({ before, after }) => [before, after]),
    ];
    const names = records.filter(isSigner).map(({ name }) => fullName(name, domain));
    if (names.length > 0) await tx.run(LOOK_AT_DELEGATED, [accountId, names, this.clock.now()]);
  }

  private async create(
    tx: Tx,
    domain: DomainEntity,
    records: RecordChanges['created'],
    now: Date,
  ): Promise<StoredRecord[]> {
    const restored = records.filter(isStored).map((record) => changedAt(now, record));
    await this.bringBack(tx, domain, restored);
    const values = records.filter((record) => !isStored(record));
    const ids = await this.records.insertReturningIds(tx, domain, values, now);
    const times = { created: now.toISOString(), updated: now.toISOString() };
    const added = values.map((record, index) => ({ ...record, ...times, id: ids[index]! }));
    return [...restored, ...added];
  }

  private async bringBack(
    tx: Tx,
    { accountId, id, domain }: DomainEntity,
    records: readonly StoredRecord[],
  ): Promise<void> {
    if (records.length === 0) return;
    await tx.run(BRING_BACK, [accountId, id, domain, JSON.stringify(records.map(versionedRecord))]);
  }

  private async update(
    tx: Tx,
    { accountId, id, domain }: DomainEntity,
    updated: ZoneDiff['updated'],
    now: Date,
  ): Promise<void> {
    if (updated.length === 0) return;
    const rows = JSON.stringify(updated.map(({ after }) => versionedRecord(after)));
    await tx.run(UPDATE_MANY, [accountId, id, domain, rows, now]);
  }

  private async remove(
    tx: Tx,
    { accountId, id }: DomainEntity,
    records: readonly StoredRecord[],
  ): Promise<void> {
    if (records.length > 0) await tx.run(DELETE_MANY, [accountId, id, records.map((record) => record.id)]);
  }
}

function changedAt(now: Date, record: StoredRecord): StoredRecord {
  return { ...record, updated: now.toISOString() };
}

function isStored(record: RecordValues | StoredRecord): record is StoredRecord {
  return 'id' in record;
}

function isSigner({ type }: Pick<RecordValues, 'type'>): boolean {
  return type === 'DS';
}

function isNoSigner(record: Pick<RecordValues, 'type'>): boolean {
  return !isSigner(record);
}
