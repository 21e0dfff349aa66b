import { Body, Controller } from '@nestjs/common';
import { Endpoint } from '../../access/endpoint.decorator.js';
import { Answers } from '../../shared/http/response/answers.decorator.js';
import { PathId } from '../../shared/http/request/path-id.decorator.js';
import { BILLING, BillingRequest } from './billing.resource.js';
import { BillingService } from './billing.service.js';

@Controller()
export class BillingController {
  constructor(private readonly billing: BillingService) {}

  @Endpoint('platform.account.billing')
  @Answers(BILLING.response)
  put(@PathId('accountId') id: number, @Body() request: BillingRequest) {
    return this.billing.put(id, request);
  }
}
