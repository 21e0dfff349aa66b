import { Controller } from '@nestjs/common';
import { ApiBody } from '@nestjs/swagger';
import type { Caller } from '../../access/caller.js';
import { CurrentCaller } from '../../access/caller.decorator.js';
import { Endpoint } from '../../access/endpoint.decorator.js';
import { Found } from '../../access/found.decorator.js';
import { RawBody } from '../../access/raw-body.decorator.js';
import { Answers } from '../../shared/http/response/answers.decorator.js';
import type { ReadDomain } from '../domain.sql.js';
import { ChangeSetRequest } from './change-set.request.js';
import { RequestedForm, TakesResponseForm, type ResponseForm } from './response-form.decorator.js';
import { ChangeSetResponse } from './change.view.js';
import { ChangesService } from './changes.service.js';

@Controller()
export class ChangesController {
  constructor(private readonly changes: ChangesService) {}

  @Endpoint('domain.change.create')
  @ApiBody({ type: ChangeSetRequest })
  @TakesResponseForm()
  @Answers(ChangeSetResponse)
  create(
    @CurrentCaller() caller: Caller,
    @Found() domain: ReadDomain,
    @RawBody() body: Record<string, unknown>,
    @RequestedForm() form: ResponseForm,
  ) {
    return this.changes.create(caller, domain, body, form);
  }
}
