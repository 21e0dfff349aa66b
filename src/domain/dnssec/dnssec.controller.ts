import { Controller } from '@nestjs/common';
import type { Caller } from '../../access/caller.js';
import { CurrentCaller } from '../../access/caller.decorator.js';
import { Endpoint } from '../../access/endpoint.decorator.js';
import { Answers } from '../../shared/http/response/answers.decorator.js';
import { PathId } from '../../shared/http/request/path-id.decorator.js';
import { DnssecService } from './dnssec.service.js';
import { DnssecResponse } from './dnssec.view.js';

@Controller()
export class DnssecController {
  constructor(private readonly dnssec: DnssecService) {}

  @Endpoint('domain.dnssec.view')
  @Answers(DnssecResponse)
  view(@CurrentCaller() caller: Caller, @PathId('domainId') id: number) {
    return this.dnssec.view(caller, id);
  }

  @Endpoint('domain.dnssec.sign')
  @Answers(DnssecResponse)
  sign(@CurrentCaller() caller: Caller, @PathId('domainId') id: number) {
    return this.dnssec.sign(caller, id);
  }

  @Endpoint('domain.dnssec.roll')
  @Answers(DnssecResponse)
  roll(@CurrentCaller() caller: Caller, @PathId('domainId') id: number) {
    return this.dnssec.roll(caller, id);
  }

  @Endpoint('domain.dnssec.delegate')
  @Answers(DnssecResponse)
  delegate(@CurrentCaller() caller: Caller, @PathId('domainId') id: number) {
    return this.dnssec.delegate(caller, id);
  }

  @Endpoint('domain.dnssec.end')
  @Answers(DnssecResponse)
  end(@CurrentCaller() caller: Caller, @PathId('domainId') id: number) {
    return this.dnssec.end(caller, id);
  }
}
