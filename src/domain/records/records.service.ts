import { Injectable } from '@nestjs/common';
import type { Caller, CallerKey } from '../../access/caller.js';
import { requireRecordsCovered } from '../../access/narrowing/narrowing.rules.js';
import type { NewEvent } from '../../events/event.js';
import { EventsService } from '../../events/events.service.js';
import { Database } from '../../database/database.js';
import { NotFound } from '../../shared/errors/errors.js';
import type { ListRequest } from '../../shared/lists/list-request.js';
import { pageOf } from '../../shared/lists/collection.js';
import { Clock } from '../../shared/time/clock.js';
import { domainEntity } from '../domain.events.js';
import { yearSerial } from '../serial.rules.js';
import type { CreateRecordRequest } from './create-record.request.js';
import type { RecordValues } from './record-type.js';
import { recordEntity, recordInWords } from './record.events.js';
import { buildRecord, mergedRecord } from './record.rules.js';
import { recordView } from './record.view.js';
import { RecordsRepository, type RecordsDomain } from './records.repository.js';
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

  /** The constraint `domains_record_count_check` refuses more than 12,000 records (spec: Domains rule 1). */
  create(caller: Caller, domainId: number, request: CreateRecordRequest) {
    return this.database.optimistic(async (commit) => {
      const domain = await commit((batch) => this.records.reserveId(batch, caller.accountId, domainId));
      if (!domain) throw new NotFound();
      const context = { domain: domain.domain, remoteAddress: caller.address };
      const values = buildRecord(request.type, request, context);
      requireRecordsCovered(caller, 'create', values);
      const made = await commit((batch) => {
        const record = { id: domain.recordId, ...values };
        this.events.record(batch, caller, recordEvent('domain_record_create', domain, record));
        return this.records.insert(
          batch,
          caller.accountId,
          domain,
          values,
          yearSerial(this.clock.now()),
          this.clock.now(),
        );
      });
      return recordView(made);
    });
  }

  update(caller: Caller, domainId: number, id: number, request: UpdateRecordRequest) {
    return this.database.optimistic(async (commit) => {
      const before = await this.records.read(caller.accountId, domainId, id);
      if (!before) throw new NotFound();
      const { domain } = before;
      const values = mergedRecord(before, request, { domain, remoteAddress: caller.address });
      requireRecordsCovered(caller, 'update', before, values);
      const isChanged = !isUnchanged(before, values);
      const event = recordEvent('domain_record_update', { id: domainId, domain }, { id, ...values });
      const after = await commit((batch) => {
        this.events.recordUpdate(batch, caller, event, isChanged);
        if (!isChanged) return this.records.keep(batch, domainId, before);
        const now = this.clock.now();
        const { accountId } = caller;
        return this.records.update(batch, accountId, domainId, before, values, yearSerial(now), now);
      });
      return recordView(after);
    });
  }

  delete(caller: Caller, domainId: number, id: number) {
    return this.database.optimistic(async (commit) => {
      const record = await this.records.read(caller.accountId, domainId, id);
      if (!record) throw new NotFound();
      requireRecordsCovered(caller, 'delete', record);
      const { domain } = record;
      await commit((batch) => {
        this.records.delete(batch, domainId, record, yearSerial(this.clock.now()));
        const event = recordEvent('domain_record_delete', { id: domainId, domain }, record);
        this.events.record(batch, caller, event);
      });
      return {};
    });
  }
}

function recordEvent(
  action: 'domain_record_create' | 'domain_record_update' | 'domain_record_delete',
  domain: RecordsDomain,
  record: Pick<RecordValues, 'name' | 'type' | 'rdata'> & { readonly id: number },
): NewEvent {
  const message = action === 'domain_record_delete' ? {} : { message: recordInWords(domain, record) };
  return {
    action,
    entity: domainEntity(domain),
    secondaryEntity: recordEntity(domain.id, record),
    ...message,
  };
}

function isUnchanged(before: RecordValues, after: RecordValues): boolean {
  const keys = Object.keys(after) as (keyof RecordValues)[];
  return keys.every((key) => before[key] === after[key]);
}
