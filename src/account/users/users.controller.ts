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
import { UserResponse, userView, type UserRow } from './user.view.js';

@Controller()
export class UsersController {
  constructor(private readonly users: AccountUsersService) {}

  @Endpoint('account.user.list')
  @AnswersPage(UserResponse)
  list(@CurrentCaller() { key }: Caller, @List(USERS.fields) request: ListRequest) {
    return this.users.list(key, request);
  }

  @Endpoint('account.user.view')
  @Answers(UserResponse)
  view(@Found() user: UserRow) {
    return userView(user);
  }

  @Endpoint('account.user.create')
  @ApiBody({ type: CreateUserRequest })
  @Answers(UserResponse)
  create(@CurrentCaller() caller: Caller, @RawBody() body: Record<string, unknown>) {
    return this.users.create(caller, body);
  }

  @Endpoint('account.user.update')
  @ApiBody({ type: UpdateUserRequest })
  @Answers(UserResponse)
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
