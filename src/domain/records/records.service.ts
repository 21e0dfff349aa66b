import { Injectable } from '@nestjs/common';
import type { Caller, CallerKey } from '../../auth/caller.js';
import type { EventAction } from '../../events/event.js';
import { EventsService } from '../../events/events.service.js';
import { Database } from '../../shared/database/database.js';
import type { Tx } from '../../shared/database/reader.js';
import { invalid, NotFound } from '../../shared/errors/errors.js';
import type { ListRequest } from '../../shared/lists/list-request.js';
import { pageOf } from '../../shared/lists/collection.js';
import { Clock } from '../../shared/time/clock.js';
import { domainEntity, recordEntity } from '../domain-events.js';
import { firstSerial } from '../zones/serial.rules.js';
import type { CreateRecordRequest } from './create-record.request.js';
import { conflictOf } from './record-conflict.rules.js';
import type { RecordValues } from './record-type.js';
import { buildRecord, mergedRecord } from './record.rules.js';
import { recordView } from './record.view.js';
import { RecordsRepository, type LockedDomain } from './records.repository.js';
import type { UpdateRecordRequest } from './update-record.request.js';

@Injectable()
export class RecordsService {
  constructor(
    private readonly records: RecordsRepository,
    private readonly database: Database,
    private readonly events: EventsService,
    private readonly clock: Clock,
  ) {}

  async list(key: CallerKey, domainId: number, request: ListRequest) {
    return pageOf(await this.records.list(key, domainId, request), recordView);
  }

  async view(key: CallerKey, domainId: number, id: number) {
    const record = await this.records.find(key, domainId, id);
    if (!record) throw new NotFound();
    return recordView(record);
  }

  /** Past 12,000 the domain's own constraint refuses (spec: Domains rule 1). */
  create(caller: Caller, domainId: number, request: CreateRecordRequest) {
    return this.database.transaction(async (tx) => {
      const domain = await this.records.lockDomain(tx, caller.accountId, domainId);
      if (!domain) throw new NotFound();
      const context = { domain: domain.domain, remoteAddress: caller.address };
      const values = buildRecord(request.type, request, context);
      const made = await this.records.insert(tx, domain, values, this.yearSerial(), this.clock.now());
      if (!made) throw await this.conflict(tx, domain, values);
      this.record(tx, caller, 'domain_record_create', domain, made);
      return recordView(made);
    });
  }

  update(caller: Caller, domainId: number, id: number, request: UpdateRecordRequest) {
    return this.database.transaction(async (tx) => {
      const before = await this.records.lock(tx, caller.accountId, domainId, id);
      if (!before) throw new NotFound();
      const domain = { id: domainId, domain: before.domain };
      const context = { domain: before.domain, remoteAddress: caller.address };
      const values = mergedRecord(before, request, context);
      const after = isUnchanged(before, values)
        ? await this.records.touch(tx, domainId, id, this.clock.now())
        : await this.records.update(tx, domain, id, values, this.yearSerial(), this.clock.now());
      if (!after) throw await this.conflict(tx, domain, values, id);
      this.record(tx, caller, 'domain_record_update', domain, after);
      return recordView(after);
    });
  }

  delete(caller: Caller, domainId: number, id: number) {
    return this.database.transaction(async (tx) => {
      const deleted = await this.records.delete(tx, caller.accountId, domainId, id, this.yearSerial());
      if (!deleted) throw new NotFound();
      const domain = { id: domainId, domain: deleted.domain };
      this.record(tx, caller, 'domain_record_delete', domain, deleted);
      return {};
    });
  }

  private async conflict(tx: Tx, domain: LockedDomain, values: RecordValues, id?: number): Promise<Error> {
    const conflict = conflictOf(values, await this.records.neighbours(tx, domain, values, id));
    return conflict ? invalid(conflict.field, conflict.reason) : new NotFound();
  }

  private record(
    tx: Tx,
    caller: Caller,
    action: EventAction,
    domain: LockedDomain,
    record: { readonly id: number; readonly name: string; readonly type: string },
  ): void {
    const entities = { entity: domainEntity(domain), secondaryEntity: recordEntity(domain.id, record) };
    this.events.record(tx, caller, { action, ...entities });
  }

  private yearSerial(): number {
    return firstSerial(this.clock.now().getUTCFullYear());
  }
}

function isUnchanged(before: RecordValues, after: RecordValues): boolean {
  const keys = Object.keys(after) as (keyof RecordValues)[];
  return keys.every((key) => before[key] === after[key]);
}
