import { Body, Controller } from '@nestjs/common';
import type { Caller } from '../../access/caller.js';
import { CurrentCaller } from '../../access/caller.decorator.js';
import { Endpoint } from '../../access/endpoint.decorator.js';
import { PathId } from '../../shared/http/request/path-id.decorator.js';
import { Answers } from '../../shared/http/response/answers.decorator.js';
import { NoteRequest } from './note.request.js';
import { NoteResponse } from './note.view.js';
import { NotesService } from './notes.service.js';

@Controller()
export class NotesController {
  constructor(private readonly notes: NotesService) {}

  @Endpoint('domain.record.note.view')
  @Answers(NoteResponse)
  view(
    @CurrentCaller() caller: Caller,
    @PathId('domainId') domainId: number,
    @PathId('recordId') recordId: number,
  ) {
    return this.notes.view(caller, domainId, recordId);
  }

  @Endpoint('domain.record.note.update')
  @Answers(NoteResponse)
  update(
    @CurrentCaller() caller: Caller,
    @PathId('domainId') domainId: number,
    @PathId('recordId') recordId: number,
    @Body() request: NoteRequest,
  ) {
    return this.notes.update(caller, domainId, recordId, request);
  }
}
