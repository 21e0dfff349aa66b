import { Body, Controller } from '@nestjs/common';
import { ApiBody } from '@nestjs/swagger';
import type { Caller } from '../../access/caller.js';
import { CurrentCaller } from '../../access/caller.decorator.js';
import { RawBody } from '../../access/raw-body.decorator.js';
import { Endpoint } from '../../access/endpoint.decorator.js';
import { Found } from '../../access/found.decorator.js';
import { Answers, AnswersEmpty, AnswersPage } from '../../shared/http/response/answers.decorator.js';
import { PathId } from '../../shared/http/request/path-id.decorator.js';
import { List, type ListRequest } from '../../shared/lists/list-request.js';
import { CreateTokenRequest } from './create-token.request.js';
import { RestrictionsResponse } from './restrictions.view.js';
import { TOKEN, type TokenRow } from '../../access/credentials/personal-token.resource.js';
import { TOKENS } from '../../access/credentials/personal-tokens.sql.js';
import { TokensService } from './tokens.service.js';
import { UpdateTokenRequest } from './update-token.request.js';

@Controller()
export class TokensController {
  constructor(private readonly tokens: TokensService) {}

  @Endpoint('profile.token.list')
  @AnswersPage(TOKEN.response)
  list(@CurrentCaller() { key }: Caller, @List(TOKENS.fields) request: ListRequest) {
    return this.tokens.list(key, request);
  }

  @Endpoint('profile.token.view')
  @Answers(TOKEN.response)
  view(@Found() token: TokenRow) {
    return TOKEN.shown(token);
  }

  @Endpoint('profile.token.restrictions')
  @Answers(RestrictionsResponse)
  restrictions(@CurrentCaller() caller: Caller, @PathId('tokenId') id: number) {
    return this.tokens.viewRestrictions(caller, id);
  }

  @Endpoint('profile.token.create')
  @Answers(TOKEN.response)
  @ApiBody({ type: CreateTokenRequest })
  create(@CurrentCaller() caller: Caller, @RawBody() body: object) {
    return this.tokens.create(caller, body);
  }

  @Endpoint('profile.token.update')
  @Answers(TOKEN.response)
  update(
    @CurrentCaller() caller: Caller,
    @PathId('tokenId') id: number,
    @Body() request: UpdateTokenRequest,
  ) {
    return this.tokens.update(caller, id, request);
  }

  @Endpoint('profile.token.delete')
  @AnswersEmpty()
  revoke(@CurrentCaller() caller: Caller, @PathId('tokenId') id: number) {
    return this.tokens.revoke(caller, id);
  }
}
