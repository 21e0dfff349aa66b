import { Body, Controller, Param } from '@nestjs/common';
import { ApiBody, ApiOkResponse, ApiProperty } from '@nestjs/swagger';
import { Endpoint } from '../../access/endpoint.decorator.js';
import { GRANTS } from '../../access/grants/grants.document.js';
import { GrantsRequest } from '../../access/grants/grants.request.js';
import { RequestOrigin, type Origin } from '../../access/origin.js';
import { Answers, AnswersEmpty, Refuses } from '../../shared/http/response/answers.decorator.js';
import { PathId } from '../../shared/http/request/path-id.decorator.js';
import { PlatformUserResponse } from '../accounts/account.view.js';
import { PlatformUsersService } from './platform-users.service.js';
import {
  CreatePlatformTokenRequest,
  CreatePlatformUserRequest,
  SetPasswordRequest,
} from './user.requests.js';

class PlatformTokenResponse {
  @ApiProperty({ type: 'integer', description: 'Unique ID, which the service assigns.' }) id: number;
  @ApiProperty({ description: 'Shown once.' }) token: string;
}

@Controller()
export class PlatformUsersController {
  constructor(private readonly users: PlatformUsersService) {}

  @Endpoint('platform.user.create')
  @Answers(PlatformUserResponse)
  create(
    @RequestOrigin() origin: Origin,
    @PathId('accountId') accountId: number,
    @Body() request: CreatePlatformUserRequest,
  ) {
    return this.users.create(origin, accountId, request);
  }

  @Endpoint('platform.user.password')
  @AnswersEmpty()
  setPassword(
    @RequestOrigin() origin: Origin,
    @Param('username') username: string,
    @Body() { password }: SetPasswordRequest,
  ) {
    return this.users.setPassword(origin, username, password);
  }

  @Endpoint('platform.user.delete')
  @AnswersEmpty()
  @Refuses(400)
  delete(@RequestOrigin() origin: Origin, @Param('username') username: string) {
    return this.users.delete(origin, username);
  }

  @Endpoint('platform.user.grants')
  @ApiOkResponse({ schema: GRANTS, description: 'Done.' })
  @ApiBody({ type: GrantsRequest })
  setGrants(
    @RequestOrigin() origin: Origin,
    @Param('username') username: string,
    @Body() request: GrantsRequest,
  ) {
    return this.users.setGrants(origin, username, request);
  }

  @Endpoint('platform.token.create')
  @Answers(PlatformTokenResponse)
  createToken(@Param('username') username: string, @Body() request: CreatePlatformTokenRequest) {
    return this.users.createToken(username, request);
  }
}
