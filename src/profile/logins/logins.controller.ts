import { Controller } from '@nestjs/common';
import type { Caller } from '../../access/caller.js';
import { CurrentCaller } from '../../access/caller.decorator.js';
import { Endpoint } from '../../access/endpoint.decorator.js';
import { Found } from '../../access/found.decorator.js';
import { Answers, AnswersPage } from '../../shared/http/response/answers.decorator.js';
import { List, type ListRequest } from '../../shared/lists/list-request.js';
import { LOGIN, type LoginRow } from './login.resource.js';
import { LOGINS } from './logins.sql.js';
import { LoginsService } from './logins.service.js';

@Controller()
export class LoginsController {
  constructor(private readonly logins: LoginsService) {}

  @Endpoint('profile.login.list')
  @AnswersPage(LOGIN.response)
  list(@CurrentCaller() { key }: Caller, @List(LOGINS.fields) request: ListRequest) {
    return this.logins.list(key, request);
  }

  @Endpoint('profile.login.view')
  @Answers(LOGIN.response)
  view(@Found() login: LoginRow) {
    return this.logins.view(login);
  }
}
