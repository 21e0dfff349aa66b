import { Body, Controller } from '@nestjs/common';
import type { Caller } from '../../access/caller.js';
import { CurrentCaller } from '../../access/caller.decorator.js';
import { Endpoint } from '../../access/endpoint.decorator.js';
import { Found } from '../../access/found.decorator.js';
import { Answers, AnswersEmpty, AnswersPage } from '../../shared/http/response/answers.decorator.js';
import { Flag, TakesFlag } from '../../shared/http/request/flag.decorator.js';
import { PathId } from '../../shared/http/request/path-id.decorator.js';
import type { Fields } from '../../shared/lists/filter.js';
import { List, type ListRequest } from '../../shared/lists/list-request.js';
import type { ReadDomain } from '../domain.sql.js';
import { ListedRecordResponse } from './listed-record.view.js';
import { CreateRecordRequest, UpdateRecordRequest } from './record.requests.js';
import { RECORD, type RecordRow } from './record.resource.js';
import { NOTED_RECORDS, RECORDS, type ReadRecord } from './records.sql.js';
import { RecordsService } from './records.service.js';

@Controller()
export class RecordsController {
  constructor(private readonly records: RecordsService) {}

  @Endpoint('domain.record.list')
  @TakesFlag('notes', 'Whether each record also has `note` and `owner`, and `X-Filter` knows `owner`.')
  @AnswersPage(ListedRecordResponse)
  list(
    @CurrentCaller() { key }: Caller,
    @PathId('domainId') domainId: number,
    @Flag('notes') notes: boolean,
    @List(NOTED_RECORDS.fields, fieldsOf, ['notes']) request: ListRequest,
  ) {
    return notes ? this.records.listNoted(key, domainId, request) : this.records.list(key, domainId, request);
  }

  @Endpoint('domain.record.view')
  @Answers(RECORD.response)
  view(@Found() record: RecordRow) {
    return RECORD.shown(record);
  }

  @Endpoint('domain.record.create')
  @Answers(RECORD.response)
  create(@CurrentCaller() caller: Caller, @Found() domain: ReadDomain, @Body() request: CreateRecordRequest) {
    return this.records.create(caller, domain, request);
  }

  @Endpoint('domain.record.update')
  @Answers(RECORD.response)
  update(
    @CurrentCaller() caller: Caller,
    @PathId('domainId') domainId: number,
    @Found() record: ReadRecord,
    @Body() request: UpdateRecordRequest,
  ) {
    return this.records.update(caller, domainId, record, request);
  }

  @Endpoint('domain.record.delete')
  @AnswersEmpty()
  delete(@CurrentCaller() caller: Caller, @PathId('domainId') domainId: number, @Found() record: ReadRecord) {
    return this.records.delete(caller, domainId, record);
  }
}

/** Filters know `owner` only in lists that show it; a faulty `notes` is fault enough. */
function fieldsOf({ notes }: Readonly<Record<string, unknown>>): Fields {
  return notes === undefined || notes === 'false' ? RECORDS.fields : NOTED_RECORDS.fields;
}
