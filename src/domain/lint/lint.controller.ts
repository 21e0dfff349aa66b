import { Controller } from '@nestjs/common';
import type { Caller } from '../../access/caller.js';
import { CurrentCaller } from '../../access/caller.decorator.js';
import { Endpoint } from '../../access/endpoint.decorator.js';
import { PathId } from '../../shared/http/request/path-id.decorator.js';
import { Answers } from '../../shared/http/response/answers.decorator.js';
import { LintResponse } from './lint.view.js';
import { LintService } from './lint.service.js';

@Controller()
export class LintController {
  constructor(private readonly lint: LintService) {}

  @Endpoint('domain.lint')
  @Answers(LintResponse)
  view(@CurrentCaller() caller: Caller, @PathId('domainId') domainId: number) {
    return this.lint.view(caller, domainId);
  }
}
