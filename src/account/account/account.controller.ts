import { Controller } from '@nestjs/common';
import type { Caller } from '../../access/caller.js';
import { CurrentCaller } from '../../access/caller.decorator.js';
import { Endpoint } from '../../access/endpoint.decorator.js';
import { Answers } from '../../shared/http/response/answers.decorator.js';
import { AccountService } from './account.service.js';
import { AccountResponse } from './account.view.js';

@Controller()
export class AccountController {
  constructor(private readonly account: AccountService) {}

  @Endpoint('account.view')
  @Answers(AccountResponse)
  view(@CurrentCaller() { key }: Caller) {
    return this.account.view(key);
  }
}
