import { Body, Controller } from '@nestjs/common';
import type { Caller } from '../../access/caller.js';
import { CurrentCaller } from '../../access/caller.decorator.js';
import { Endpoint } from '../../access/endpoint.decorator.js';
import { PathId } from '../../shared/http/request/path-id.decorator.js';
import { Answers } from '../../shared/http/response/answers.decorator.js';
import { RequestedForm, TakesResponseForm, type ResponseForm } from '../changes/response-form.decorator.js';
import { ChangeSetResponse } from '../changes/change.view.js';
import { RestoreVersionRequest } from './restore.request.js';
import { RestoresService } from './restores.service.js';

@Controller()
export class RestoresController {
  constructor(private readonly restores: RestoresService) {}

  @Endpoint('domain.version.restore')
  @TakesResponseForm()
  @Answers(ChangeSetResponse)
  restore(
    @CurrentCaller() caller: Caller,
    @PathId('domainId') domainId: number,
    @PathId('version') version: number,
    @Body() request: RestoreVersionRequest,
    @RequestedForm() form: ResponseForm,
  ) {
    return this.restores.restore(caller, domainId, version, request, form);
  }
}
