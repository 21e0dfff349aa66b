import { Controller, Param } from '@nestjs/common';
import { ApiBody } from '@nestjs/swagger';
import type { Caller } from '../../access/caller.js';
import { CurrentCaller } from '../../access/caller.decorator.js';
import { Endpoint } from '../../access/endpoint.decorator.js';
import { Found } from '../../access/found.decorator.js';
import { RawBody } from '../../access/raw-body.decorator.js';
import { Answers, AnswersEmpty, AnswersPage, Refuses } from '../../shared/http/response/answers.decorator.js';
import { List, type ListRequest } from '../../shared/lists/list-request.js';
import { USERS } from './account-users.sql.js';
import { AccountUsersService } from './account-users.service.js';
import { CreateUserRequest } from './create-user.request.js';
import { UpdateUserRequest } from './update-user.request.js';
import { USER, type UserRow } from './user.resource.js';

@Controller()
export class UsersController {
  constructor(private readonly users: AccountUsersService) {}

  @Endpoint('account.user.list')
  @AnswersPage(USER.response)
  list(@CurrentCaller() { key }: Caller, @List(USERS.fields) request: ListRequest) {
    return this.users.list(key, request);
  }

  @Endpoint('account.user.view')
  @Answers(USER.response)
  view(@Found() user: UserRow) {
    return USER.shown(user);
  }

  @Endpoint('account.user.create')
  @ApiBody({ type: CreateUserRequest })
  @Answers(USER.response)
  create(@CurrentCaller() caller: Caller, @RawBody() body: Record<string, unknown>) {
    return this.users.create(caller, body);
  }

  @Endpoint('account.user.update')
  @ApiBody({ type: UpdateUserRequest })
  @Answers(USER.response)
  update(
    @CurrentCaller() caller: Caller,
    @Param('username') username: string,
    @RawBody() body: Record<string, unknown>,
  ) {
    return this.users.update(caller, username, body);
  }

  @Endpoint('account.user.delete')
  @AnswersEmpty()
  @Refuses(400)
  delete(@CurrentCaller() caller: Caller, @Param('username') username: string) {
    return this.users.delete(caller, username);
  }
}
