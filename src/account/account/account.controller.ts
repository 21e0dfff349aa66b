import { Controller } from '@nestjs/common';
import type { Caller } from '../../access/caller.js';
import { CurrentCaller } from '../../access/caller.decorator.js';
import { Endpoint } from '../../access/endpoint.decorator.js';
import { Answers } from '../../shared/http/response/answers.decorator.js';
import { ACCOUNT } from './account.resource.js';
import { AccountService } from './account.service.js';

@Controller()
export class AccountController {
  constructor(private readonly account: AccountService) {}

  @Endpoint('account.view')
  @Answers(ACCOUNT.response)
  view(@CurrentCaller() { key }: Caller) {
    return this.account.view(key);
  }
}
