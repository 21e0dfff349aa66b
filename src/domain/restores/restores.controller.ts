import { Body, Controller } from '@nestjs/common';
import type { Caller } from '../../access/caller.js';
import { CurrentCaller } from '../../access/caller.decorator.js';
import { Endpoint } from '../../access/endpoint.decorator.js';
import { PathId } from '../../shared/http/request/path-id.decorator.js';
import { Flag, TakesFlag } from '../../shared/http/request/flag.decorator.js';
import { Answers } from '../../shared/http/response/answers.decorator.js';
import { ChangeSetResponse, LINT_DESCRIPTION } from '../changes/change.view.js';
import { RestoreVersionRequest } from './restore.request.js';
import { RestoresService } from './restores.service.js';

@Controller()
export class RestoresController {
  constructor(private readonly restores: RestoresService) {}

  @Endpoint('domain.version.restore')
  @TakesFlag('lint', LINT_DESCRIPTION)
  @Answers(ChangeSetResponse)
  restore(
    @CurrentCaller() caller: Caller,
    @PathId('domainId') domainId: number,
    @PathId('version') version: number,
    @Body() request: RestoreVersionRequest,
    @Flag('lint') lint: boolean,
  ) {
    return this.restores.restore(caller, domainId, version, request, lint);
  }
}
