import { Body, Controller } from '@nestjs/common';
import type { Caller } from '../../access/caller.js';
import { CurrentCaller } from '../../access/caller.decorator.js';
import { Endpoint } from '../../access/endpoint.decorator.js';
import { Found } from '../../access/found.decorator.js';
import { Answers, AnswersEmpty, AnswersPage } from '../../shared/http/response/answers.decorator.js';
import { PathId } from '../../shared/http/request/path-id.decorator.js';
import { List, type ListRequest } from '../../shared/lists/list-request.js';
import { CloneDomainRequest } from './clone-domain.request.js';
import { CreateDomainRequest } from './create-domain.request.js';
import { DOMAIN, type DomainRow } from './domain.resource.js';
import { DOMAINS } from './domains.sql.js';
import { DomainsService } from './domains.service.js';
import { UpdateDomainRequest } from './update-domain.request.js';

@Controller()
export class DomainsController {
  constructor(private readonly domains: DomainsService) {}

  @Endpoint('domain.list')
  @AnswersPage(DOMAIN.response)
  list(@CurrentCaller() caller: Caller, @List(DOMAINS.fields) request: ListRequest) {
    return this.domains.list(caller, request);
  }

  @Endpoint('domain.create')
  @Answers(DOMAIN.response)
  create(@CurrentCaller() caller: Caller, @Body() request: CreateDomainRequest) {
    return this.domains.create(caller, request);
  }

  @Endpoint('domain.view')
  @Answers(DOMAIN.response)
  view(@Found() domain: DomainRow) {
    return DOMAIN.shown(domain);
  }

  @Endpoint('domain.update')
  @Answers(DOMAIN.response)
  update(
    @CurrentCaller() caller: Caller,
    @PathId('domainId') id: number,
    @Body() request: UpdateDomainRequest,
  ) {
    return this.domains.update(caller, id, request);
  }

  @Endpoint('domain.delete')
  @AnswersEmpty()
  delete(@CurrentCaller() caller: Caller, @PathId('domainId') id: number) {
    return this.domains.delete(caller, id);
  }

  @Endpoint('domain.clone')
  @Answers(DOMAIN.response)
  clone(
    @CurrentCaller() caller: Caller,
    @PathId('domainId') id: number,
    @Body() request: CloneDomainRequest,
  ) {
    return this.domains.clone(caller, id, request);
  }
}
