import { Injectable } from '@nestjs/common';
import type { Caller, CallerKey } from '../../access/caller.js';
import { reachesAll, requireRecordsCovered } from '../../access/narrowing/narrowing.rules.js';
import type { EntityReference, NewEvent } from '../../events/event.js';
import { EventsService, updateEvent } from '../../events/events.service.js';
import { NEW_SECONDARY } from '../../events/events.sql.js';
import { Database } from '../../database/database.js';
import type { Run } from '../../database/reader.js';
import { NotFound } from '../../shared/errors/errors.js';
import type { ListRequest } from '../../shared/lists/list-request.js';
import { pageOf } from '../../shared/lists/collection.js';
import { Clock } from '../../shared/time/clock.js';
import { domainReference } from '../domain.events.js';
import type { ReadDomain } from '../domain.sql.js';
import { yearSerial } from '../serial.rules.js';
import type { RecordValues } from './record-type.js';
import { recordReference, describeRecord } from './record.events.js';
import type { CreateRecordRequest, UpdateRecordRequest } from './record.requests.js';
import { buildRecord, mergeRecord } from './record.rules.js';
import { NOTED_RECORD, RECORD } from './record.resource.js';
import { RecordsRepository } from './records.repository.js';
import type { ReadRecord } from './records.sql.js';
import { hasSameValues } from './same-record.rules.js';

/**
 * Lists and changes the records of a domain. Its changes get the row that the guard read; when that
 * row has changed since, they read it again.
 */
@Injectable()
export class RecordsService {
  constructor(
    private readonly records: RecordsRepository,
    private readonly database: Database,
    private readonly events: EventsService,
    private readonly clock: Clock,
  ) {}

  async list(key: CallerKey, domainId: number, request: ListRequest) {
    return pageOf(await this.records.list(key, domainId, request), RECORD.shown);
  }

  /** As `list`, with the notes on the records (D-301). */
  async listNoted(key: CallerKey, domainId: number, request: ListRequest) {
    return pageOf(await this.records.listNoted(key, domainId, request), NOTED_RECORD.shown);
  }

  /**
   * @throws Invalid with all faults of the request; for a record that others at its name exclude
   * (D-102); by the constraint `domains_record_count_check` for the 12,001st record
   * @throws OutsideRestrictions for a narrowed token that does not cover the record (D-237)
   * @throws NotFound when the domain was deleted
   */
  create(caller: Caller, read: ReadDomain, request: CreateRecordRequest) {
    const readAgain = () => this.records.readDomain(caller.accountId, read.id);
    return this.change(caller, read, readAgain, async (run, domain) => {
      const context = { domain: domain.domain, remoteAddress: caller.address };
      const values = buildRecord(request.type, request, context);
      requireRecordsCovered(caller, 'create', values);
      const event = recordEvent('domain_record_create', domain, { id: NEW_SECONDARY, ...values });
      const events = this.events.values(caller, event);
      return RECORD.shown(await this.records.insert(run, events, domain, values, this.yearSerial()));
    });
  }

  /**
   * Merges the request into the record (D-14). The record's type is fixed (D-295).
   * @throws Invalid, OutsideRestrictions, NotFound as `create` does
   */
  update(caller: Caller, domainId: number, read: ReadRecord, request: UpdateRecordRequest) {
    return this.change(caller, read, this.readAgain(caller, domainId, read), async (run, before) => {
      const { domain, id } = before;
      const values = mergeRecord(before, request, { domain, remoteAddress: caller.address });
      requireRecordsCovered(caller, 'update', before, values);
      if (values.name.toLowerCase() !== before.name.toLowerCase())
        await this.requireDsRecordsCovered(caller, domainId, before);
      const isChanged = !hasSameValues(before, values);
      const event = recordEvent('domain_record_update', { id: domainId, domain }, { id, ...values });
      const events = this.events.values(caller, updateEvent(event, isChanged));
      const after = isChanged
        ? this.records.update(run, events, domainId, before, values, this.yearSerial())
        : this.records.keep(run, events, domainId, before);
      return RECORD.shown(await after);
    });
  }

  /**
   * Deletes the record, and with the last NS record of a name its DS records (D-293).
   * @throws OutsideRestrictions for a narrowed token that does not cover these records (D-237)
   * @throws NotFound when the record was deleted
   */
  delete(caller: Caller, domainId: number, read: ReadRecord) {
    return this.change(caller, read, this.readAgain(caller, domainId, read), async (run, record) => {
      requireRecordsCovered(caller, 'delete', record);
      await this.requireDsRecordsCovered(caller, domainId, record);
      const { domain } = record;
      const event = recordEvent('domain_record_delete', { id: domainId, domain }, record);
      const events = this.events.values(caller, event);
      await this.records.delete(run, events, domainId, record, this.yearSerial());
      return {};
    });
  }

  /** Requires that a narrowed token covers the DS records that are deleted too (D-237). */
  private async requireDsRecordsCovered(
    caller: Caller,
    domainId: number,
    { id, type }: ReadRecord,
  ): Promise<void> {
    if (type !== 'NS' || reachesAll(caller.narrowing, 'domain')) return;
    const dsRecords = await this.records.dsOfLastNs(caller.accountId, domainId, id);
    requireRecordsCovered(caller, 'delete', ...dsRecords);
  }

  /** Runs `work` with the row that the guard read; after a conflict, with the row read again. */
  private change<Read, Result>(
    { changes }: Caller,
    read: Read,
    readAgain: () => Promise<Read | undefined>,
    work: (run: Run, read: Read) => Promise<Result>,
  ): Promise<Result> {
    let first: Read | undefined = read;
    return this.database.change(async (run) => {
      const found = first ?? (await readAgain());
      first = undefined;
      if (!found) throw new NotFound();
      return work(run, found);
    }, changes);
  }

  private readAgain({ accountId }: Caller, domainId: number, { id }: ReadRecord) {
    return () => this.records.read(accountId, domainId, id);
  }

  private yearSerial(): number {
    return yearSerial(this.clock.now());
  }
}

function recordEvent(
  action: 'domain_record_create' | 'domain_record_update' | 'domain_record_delete',
  domain: ReadDomain,
  record: Pick<RecordValues, 'name' | 'type' | 'rdata'> & { readonly id: EntityReference['id'] },
): NewEvent {
  const message = action === 'domain_record_delete' ? {} : { message: describeRecord(domain, record) };
  return {
    action,
    entity: domainReference(domain),
    secondaryEntity: recordReference(domain.id, record),
    ...message,
  };
}
