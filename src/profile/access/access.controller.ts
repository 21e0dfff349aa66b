import { Body, Controller } from '@nestjs/common';
import type { Caller } from '../../access/caller.js';
import { CurrentCaller } from '../../access/caller.decorator.js';
import { Endpoint } from '../../access/endpoint.decorator.js';
import { Answers, Refuses } from '../../shared/http/response/answers.decorator.js';
import { ProfileAccessRequest } from './access.request.js';
import { AccessService } from './access.service.js';
import { AccessResponse } from './access.view.js';

@Controller()
export class AccessController {
  constructor(private readonly access: AccessService) {}

  @Endpoint('profile.access')
  @Answers(AccessResponse)
  @Refuses(403)
  decide(@CurrentCaller() caller: Caller, @Body() request: ProfileAccessRequest) {
    return this.access.decide(caller, request);
  }
}
