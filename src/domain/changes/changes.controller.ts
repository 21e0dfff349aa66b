import { Controller, Headers } from '@nestjs/common';
import { ApiBody } from '@nestjs/swagger';
import type { Caller } from '../../access/caller.js';
import { CurrentCaller } from '../../access/caller.decorator.js';
import { Endpoint } from '../../access/endpoint.decorator.js';
import { Found } from '../../access/found.decorator.js';
import { RawBody } from '../../access/raw-body.decorator.js';
import { Flag, TakesFlag } from '../../shared/http/request/flag.decorator.js';
import { Answers } from '../../shared/http/response/answers.decorator.js';
import type { ReadDomain } from '../domain.sql.js';
import { ChangeSetRequest } from './change-set.request.js';
import { ChangeSetResponse, inForm, LINT_DESCRIPTION, TakesPrefer } from './change.view.js';
import { ChangesService } from './changes.service.js';

@Controller()
export class ChangesController {
  constructor(private readonly changes: ChangesService) {}

  @Endpoint('domain.change.create')
  @ApiBody({ type: ChangeSetRequest })
  @TakesPrefer()
  @TakesFlag('lint', LINT_DESCRIPTION)
  @Answers(ChangeSetResponse)
  async create(
    @CurrentCaller() caller: Caller,
    @Found() domain: ReadDomain,
    @RawBody() body: Record<string, unknown>,
    @Headers('prefer') prefer: string | undefined,
    @Flag('lint') lint: boolean,
  ) {
    return inForm(await this.changes.create(caller, domain, body, lint), prefer);
  }
}
