import { Controller } from '@nestjs/common';
import type { Caller } from '../../access/caller.js';
import { CurrentCaller } from '../../access/caller.decorator.js';
import { Endpoint } from '../../access/endpoint.decorator.js';
import { Answers } from '../../shared/http/response/answers.decorator.js';
import { LimitsService } from './limits.service.js';
import { LimitsResponse } from './limits.view.js';

@Controller()
export class LimitsController {
  constructor(private readonly limits: LimitsService) {}

  @Endpoint('account.limits')
  @Answers(LimitsResponse)
  view(@CurrentCaller() { key }: Caller) {
    return this.limits.view(key);
  }
}
