import { Controller } from '@nestjs/common';
import type { Caller } from '../../access/caller.js';
import { CurrentCaller } from '../../access/caller.decorator.js';
import { Endpoint } from '../../access/endpoint.decorator.js';
import { ClientGone } from '../../shared/http/request/client-gone.decorator.js';
import { PathId } from '../../shared/http/request/path-id.decorator.js';
import { Answers } from '../../shared/http/response/answers.decorator.js';
import { PropagationService } from './propagation.service.js';
import { PropagationResponse } from './propagation.view.js';
import { TakesWait, WaitSeconds } from './wait.decorator.js';

@Controller()
export class PropagationController {
  constructor(private readonly propagation: PropagationService) {}

  @Endpoint('domain.propagation.view')
  @TakesWait()
  @Answers(PropagationResponse)
  view(
    @CurrentCaller() caller: Caller,
    @PathId('domainId') domainId: number,
    @WaitSeconds() seconds: number,
    @ClientGone() signal: AbortSignal,
  ) {
    return this.propagation.view(caller, domainId, { seconds, signal });
  }
}
