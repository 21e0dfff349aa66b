import { Body, Controller } from '@nestjs/common';
import { ApiBody } from '@nestjs/swagger';
import type { Caller, CallerKey } from '../../auth/caller.js';
import { Key, TheCaller } from '../../auth/caller.decorator.js';
import { RawBody } from '../../auth/raw-body.decorator.js';
import { Endpoint } from '../../auth/endpoint.decorator.js';
import { Answers, AnswersEmpty, AnswersPage } from '../../shared/http/response/answers.decorator.js';
import { PathId } from '../../shared/http/request/path-id.decorator.js';
import { List, type ListRequest } from '../../shared/lists/list-request.js';
import { CreateTokenRequest } from './create-token.request.js';
import { TOKENS } from './tokens.sql.js';
import { TokensService } from './tokens.service.js';
import { TokenResponse } from './token.view.js';
import { UpdateTokenRequest } from './update-token.request.js';

@Controller()
export class TokensController {
  constructor(private readonly tokens: TokensService) {}

  @Endpoint('profile.token.list')
  @AnswersPage(TokenResponse)
  list(@Key() key: CallerKey, @List(TOKENS.fields) request: ListRequest) {
    return this.tokens.list(key, request);
  }

  @Endpoint('profile.token.view')
  @Answers(TokenResponse)
  view(@Key() key: CallerKey, @PathId('tokenId') id: number) {
    return this.tokens.view(key, id);
  }

  @Endpoint('profile.token.create')
  @Answers(TokenResponse)
  @ApiBody({ type: CreateTokenRequest })
  create(@TheCaller() caller: Caller, @RawBody() body: object) {
    return this.tokens.create(caller, body);
  }

  @Endpoint('profile.token.update')
  @Answers(TokenResponse)
  update(@TheCaller() caller: Caller, @PathId('tokenId') id: number, @Body() request: UpdateTokenRequest) {
    return this.tokens.update(caller, id, request);
  }

  @Endpoint('profile.token.delete')
  @AnswersEmpty()
  revoke(@TheCaller() caller: Caller, @PathId('tokenId') id: number) {
    return this.tokens.revoke(caller, id);
  }
}
