import { Body, Controller } from '@nestjs/common';
import type { Caller } from '../../access/caller.js';
import { CurrentCaller } from '../../access/caller.decorator.js';
import { Endpoint } from '../../access/endpoint.decorator.js';
import { Found } from '../../access/found.decorator.js';
import { PathId } from '../../shared/http/request/path-id.decorator.js';
import { Answers, AnswersEmpty, AnswersPage, Refuses } from '../../shared/http/response/answers.decorator.js';
import { List, type ListRequest } from '../../shared/lists/list-request.js';
import { ClaimChecksService } from './claim-checks.service.js';
import { ClaimResponse, claimView, type ClaimRow } from './claim.view.js';
import { ClaimsService } from './claims.service.js';
import { CLAIMS } from './claims.sql.js';
import { CreateClaimRequest } from './create-claim.request.js';

@Controller()
export class ClaimsController {
  constructor(
    private readonly claims: ClaimsService,
    private readonly checks: ClaimChecksService,
  ) {}

  @Endpoint('domain.claim.list')
  @AnswersPage(ClaimResponse)
  list(@CurrentCaller() { key }: Caller, @List(CLAIMS.fields) request: ListRequest) {
    return this.claims.list(key, request);
  }

  @Endpoint('domain.claim.create')
  @Answers(ClaimResponse)
  create(@CurrentCaller() caller: Caller, @Body() request: CreateClaimRequest) {
    return this.claims.create(caller, request);
  }

  @Endpoint('domain.claim.view')
  @Answers(ClaimResponse)
  view(@Found() claim: ClaimRow) {
    return claimView(claim);
  }

  @Endpoint('domain.claim.check')
  @Answers(ClaimResponse)
  @Refuses(429)
  check(@CurrentCaller() caller: Caller, @PathId('claimId') id: number) {
    return this.checks.check(caller, id);
  }

  @Endpoint('domain.claim.delete')
  @AnswersEmpty()
  withdraw(@CurrentCaller() caller: Caller, @PathId('claimId') id: number) {
    return this.claims.withdraw(caller, id);
  }
}
