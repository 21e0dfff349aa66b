import { Body, Controller } from '@nestjs/common';
import type { Caller } from '../../access/caller.js';
import { CurrentCaller } from '../../access/caller.decorator.js';
import { Endpoint } from '../../access/endpoint.decorator.js';
import { Answers } from '../../shared/http/response/answers.decorator.js';
import { DOMAIN } from '../domains/domain.resource.js';
import { ImportDomainRequest } from './import-domain.request.js';
import { ImportsService } from './imports.service.js';

@Controller()
export class ImportsController {
  constructor(private readonly imports: ImportsService) {}

  @Endpoint('domain.import')
  @Answers(DOMAIN.response)
  import(@CurrentCaller() caller: Caller, @Body() request: ImportDomainRequest) {
    return this.imports.import(caller, request);
  }
}
