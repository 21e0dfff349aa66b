import { Body, Controller } from '@nestjs/common';
import { Endpoint } from '../../access/endpoint.decorator.js';
import { Answers, AnswersEmpty, Refuses } from '../../shared/http/response/answers.decorator.js';
import { PathId } from '../../shared/http/request/path-id.decorator.js';
import { CreateAccountRequest } from './account.requests.js';
import { PlatformAccountResponse } from './account.view.js';
import { AccountsService } from './accounts.service.js';

@Controller()
export class AccountsController {
  constructor(private readonly accounts: AccountsService) {}

  @Endpoint('platform.account.create')
  @Answers(PlatformAccountResponse)
  create(@Body() request: CreateAccountRequest) {
    return this.accounts.create(request);
  }

  @Endpoint('platform.account.delete')
  @AnswersEmpty()
  @Refuses(400)
  delete(@PathId('accountId') id: number) {
    return this.accounts.delete(id);
  }
}
