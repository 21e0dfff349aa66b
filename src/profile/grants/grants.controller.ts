import { Controller } from '@nestjs/common';
import { ApiNoContentResponse, ApiOkResponse } from '@nestjs/swagger';
import type { Caller } from '../../access/caller.js';
import { CurrentCaller } from '../../access/caller.decorator.js';
import { Endpoint } from '../../access/endpoint.decorator.js';
import { OWN_GRANTS } from '../../access/grants/grants.document.js';
import { GrantsService } from '../../access/grants/grants.service.js';

@Controller()
export class GrantsController {
  constructor(private readonly grants: GrantsService) {}

  @Endpoint('profile.grants')
  @ApiOkResponse({ schema: OWN_GRANTS, description: 'What the restricted user was granted.' })
  @ApiNoContentResponse({ description: 'The user is unrestricted.' })
  view(@CurrentCaller() caller: Caller) {
    return this.grants.own(caller);
  }
}
