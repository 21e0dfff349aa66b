import { Injectable } from '@nestjs/common';
import type { Tx } from '../../database/reader.js';
import { Clock } from '../../shared/time/clock.js';
import { DomainEntity } from '../domain.entity.js';
import type { RecordValues } from '../records/record-type.js';
import type { StoredRecord } from '../records/record.resource.js';
import { RecordsRepository } from '../records/records.repository.js';
import { nextSerial, yearSerial } from '../serial.rules.js';
import { versionedRecord } from '../versions/versioned-record.js';
import { NO_DIFF, type ZoneDiff } from '../versions/zone-diff.js';
import { ALL_RECORDS, BRING_BACK, DELETE_MANY, RECORDS_AT, UPDATE_MANY } from './changes.sql.js';
import type { DraftRecord, ZoneDraft } from './zone-draft.rules.js';

/** Values of a domain that a restore brings back. */
export type RestoredValues = Partial<
  Pick<DomainEntity, 'soaEmail' | 'ttlSec' | 'refreshSec' | 'retrySec' | 'expireSec'>
>;

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

  /** Writes what the draft changes. */
  async writeDraft(tx: Tx, domain: DomainEntity, draft: ZoneDraft): Promise<ZoneDiff> {
    const now = this.clock.now();
    const { written } = draft;
    const made = written.filter(({ original }) => !original).sort(signersLast);
    const changed = written.filter(({ original }) => original);
    const deleted = draft.deleted;
    const updated = changed.map(({ original, values }) => ({
      before: original!,
      after: { ...original!, ...values!, updated: now.toISOString() },
    }));
    // DS records go before the NS records that they would go with, uncounted; all else goes after what comes (D-293).
    await this.remove(tx, domain, deleted.filter(isSigner));
    const created = await this.add(tx, domain, made.map(valuesOf));
    await this.update(tx, domain, updated, now);
    await this.remove(
      tx,
      domain,
      deleted.filter((record) => !isSigner(record)),
    );
    return { created, updated, deleted };
  }

  /** Writes a diff whose created records were there before: they come back with their ids. @returns it with its times */
  async bringBackTo(tx: Tx, domain: DomainEntity, diff: ZoneDiff): Promise<ZoneDiff> {
    const now = this.clock.now();
    const changed = (record: StoredRecord) => ({ ...record, updated: now.toISOString() });
    const created = diff.created.map(changed);
    const updated = diff.updated.map(({ before, after }) => ({ before, after: changed(after) }));
    await this.remove(tx, domain, diff.deleted.filter(isSigner));
    if (created.length > 0) await this.bringBack(tx, domain, created);
    await this.update(tx, domain, updated, now);
    await this.remove(
      tx,
      domain,
      diff.deleted.filter((record) => !isSigner(record)),
    );
    return { created, updated, deleted: diff.deleted };
  }

  /** Brings records back with their ids and times. */
  async bringBack(
    tx: Tx,
    { accountId, id, domain }: Pick<DomainEntity, 'accountId' | 'id' | 'domain'>,
    records: readonly StoredRecord[],
  ): Promise<void> {
    await tx.run(BRING_BACK, [accountId, id, domain, JSON.stringify(records.map(versionedRecord))]);
  }

  async add(tx: Tx, domain: DomainEntity, records: readonly RecordValues[]): Promise<StoredRecord[]> {
    const now = this.clock.now();
    const ids = await this.records.add(tx, domain, records, now);
    const times = { created: now.toISOString(), updated: now.toISOString() };
    return records.map((values, index) => ({ ...values, ...times, id: ids[index]! }));
  }

  async remove(tx: Tx, { accountId, id }: DomainEntity, records: readonly StoredRecord[]): Promise<void> {
    if (records.length > 0) await tx.run(DELETE_MANY, [accountId, id, records.map((record) => record.id)]);
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
}

function valuesOf({ values }: DraftRecord) {
  return values!;
}

function isSigner({ type }: Pick<StoredRecord, 'type'>): boolean {
  return type === 'DS';
}

/** A DS record is refused where no NS record is yet. */
function signersLast(one: DraftRecord, other: DraftRecord): number {
  return Number(isSigner(one.values!)) - Number(isSigner(other.values!));
}
