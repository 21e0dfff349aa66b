import { Controller } from '@nestjs/common';
import type { Caller } from '../../access/caller.js';
import { CurrentCaller } from '../../access/caller.decorator.js';
import { Endpoint } from '../../access/endpoint.decorator.js';
import { Found } from '../../access/found.decorator.js';
import { Answers, AnswersEmpty, AnswersPage } from '../../shared/http/response/answers.decorator.js';
import { PathId } from '../../shared/http/request/path-id.decorator.js';
import { List, type ListRequest } from '../../shared/lists/list-request.js';
import { EventResponse } from './event.document.js';
import { eventView, type EventRow } from './event.view.js';
import { EVENTS } from './account-events.sql.js';
import { AccountEventsService } from './account-events.service.js';

@Controller()
export class EventsController {
  constructor(private readonly events: AccountEventsService) {}

  @Endpoint('event.list')
  @AnswersPage(EventResponse)
  list(@CurrentCaller() caller: Caller, @List(EVENTS.fields) request: ListRequest) {
    return this.events.list(caller, request);
  }

  @Endpoint('event.view')
  @Answers(EventResponse)
  view(@Found() event: EventRow) {
    return eventView(event);
  }

  @Endpoint('event.read')
  @AnswersEmpty()
  read(@CurrentCaller() caller: Caller, @PathId('eventId') id: number) {
    return this.events.markRead(caller, id);
  }

  @Endpoint('event.seen')
  @AnswersEmpty()
  seen(@CurrentCaller() caller: Caller, @PathId('eventId') id: number) {
    return this.events.markSeen(caller, id);
  }
}
