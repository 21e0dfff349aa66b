import { Body, Controller, Param } from '@nestjs/common';
import type { Caller } from '../../access/caller.js';
import { CurrentCaller } from '../../access/caller.decorator.js';
import { Endpoint } from '../../access/endpoint.decorator.js';
import { Found } from '../../access/found.decorator.js';
import type { OAuthClient } from '../../access/oauth-clients/oauth-client.js';
import { Answers, AnswersEmpty, AnswersPage } from '../../shared/http/response/answers.decorator.js';
import { List, type ListRequest } from '../../shared/lists/list-request.js';
import { OAUTH_CLIENTS } from './account-clients.sql.js';
import { AccountClientsService } from './account-clients.service.js';
import { CreateClientRequest } from './create-client.request.js';
import { OAuthClientResponse, oauthClientView } from './oauth-client.view.js';
import { UpdateClientRequest } from './update-client.request.js';

@Controller()
export class OAuthClientsController {
  constructor(private readonly clients: AccountClientsService) {}

  @Endpoint('account.client.list')
  @AnswersPage(OAuthClientResponse)
  list(@CurrentCaller() { key }: Caller, @List(OAUTH_CLIENTS.fields) request: ListRequest) {
    return this.clients.list(key, request);
  }

  @Endpoint('account.client.view')
  @Answers(OAuthClientResponse)
  view(@Found() client: OAuthClient) {
    return oauthClientView(client);
  }

  @Endpoint('account.client.create')
  @Answers(OAuthClientResponse)
  create(@CurrentCaller() caller: Caller, @Body() request: CreateClientRequest) {
    return this.clients.create(caller, request);
  }

  @Endpoint('account.client.update')
  @Answers(OAuthClientResponse)
  update(
    @CurrentCaller() caller: Caller,
    @Param('clientId') id: string,
    @Body() request: UpdateClientRequest,
  ) {
    return this.clients.update(caller, id, request);
  }

  @Endpoint('account.client.delete')
  @AnswersEmpty()
  delete(@CurrentCaller() caller: Caller, @Param('clientId') id: string) {
    return this.clients.delete(caller, id);
  }

  @Endpoint('account.client.resetSecret')
  @Answers(OAuthClientResponse)
  resetSecret(@CurrentCaller() caller: Caller, @Param('clientId') id: string) {
    return this.clients.resetSecret(caller, id);
  }
}
