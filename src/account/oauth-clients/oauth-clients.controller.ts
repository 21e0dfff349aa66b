import { Body, Controller, Param } from '@nestjs/common';
import type { Caller } from '../../access/caller.js';
import { CurrentCaller } from '../../access/caller.decorator.js';
import { Endpoint } from '../../access/endpoint.decorator.js';
import { Found } from '../../access/found.decorator.js';
import { OAUTH_CLIENT, type ClientRow } from '../../access/oauth-clients/oauth-client.resource.js';
import { Answers, AnswersEmpty, AnswersPage } from '../../shared/http/response/answers.decorator.js';
import { List, type ListRequest } from '../../shared/lists/list-request.js';
import { OAUTH_CLIENTS } from './account-clients.sql.js';
import { AccountClientsService } from './account-clients.service.js';
import { CreateClientRequest } from './create-client.request.js';
import { UpdateClientRequest } from './update-client.request.js';

@Controller()
export class OAuthClientsController {
  constructor(private readonly clients: AccountClientsService) {}

  @Endpoint('account.client.list')
  @AnswersPage(OAUTH_CLIENT.response)
  list(@CurrentCaller() { key }: Caller, @List(OAUTH_CLIENTS.fields) request: ListRequest) {
    return this.clients.list(key, request);
  }

  @Endpoint('account.client.view')
  @Answers(OAUTH_CLIENT.response)
  view(@Found() client: ClientRow) {
    return OAUTH_CLIENT.shown(client);
  }

  @Endpoint('account.client.create')
  @Answers(OAUTH_CLIENT.response)
  create(@CurrentCaller() caller: Caller, @Body() request: CreateClientRequest) {
    return this.clients.create(caller, request);
  }

  @Endpoint('account.client.update')
  @Answers(OAUTH_CLIENT.response)
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
  @Answers(OAUTH_CLIENT.response)
  resetSecret(@CurrentCaller() caller: Caller, @Param('clientId') id: string) {
    return this.clients.resetSecret(caller, id);
  }
}
