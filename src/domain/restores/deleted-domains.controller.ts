import { Controller } from '@nestjs/common';
import type { Caller } from '../../access/caller.js';
import { CurrentCaller } from '../../access/caller.decorator.js';
import { Endpoint } from '../../access/endpoint.decorator.js';
import { PathId } from '../../shared/http/request/path-id.decorator.js';
import { Answers, AnswersPage } from '../../shared/http/response/answers.decorator.js';
import { List, type ListRequest } from '../../shared/lists/list-request.js';
import { DOMAIN } from '../domains/domain.resource.js';
import { DeletedDomainResponse } from './deleted-domain.view.js';
import { DELETED_DOMAINS } from './deleted-domains.sql.js';
import { DeletedDomainsService } from './deleted-domains.service.js';

@Controller()
export class DeletedDomainsController {
  constructor(private readonly deleted: DeletedDomainsService) {}

  @Endpoint('domain.deleted.list')
  @AnswersPage(DeletedDomainResponse)
  list(@CurrentCaller() { key }: Caller, @List(DELETED_DOMAINS.fields) request: ListRequest) {
    return this.deleted.list(key, request);
  }

  @Endpoint('domain.deleted.restore')
  @Answers(DOMAIN.response)
  restore(@CurrentCaller() caller: Caller, @PathId('deletedId') id: number) {
    return this.deleted.restore(caller, id);
  }
}
