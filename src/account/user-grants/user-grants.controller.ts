import { Controller, Param, Res } from '@nestjs/common';
import { ApiBody, ApiNoContentResponse, ApiOkResponse } from '@nestjs/swagger';
import type { Response } from 'express';
import type { Caller } from '../../access/caller.js';
import { CurrentCaller } from '../../access/caller.decorator.js';
import { Endpoint } from '../../access/endpoint.decorator.js';
import { GRANTS } from '../../access/grants/grants.document.js';
import { GrantsRequest } from '../../access/grants/grants.request.js';
import { RawBody } from '../../access/raw-body.decorator.js';
import { UserGrantsService } from './user-grants.service.js';

@Controller()
export class UserGrantsController {
  constructor(private readonly grants: UserGrantsService) {}

  @Endpoint('account.user.grants')
  @ApiOkResponse({ schema: GRANTS, description: 'Done.' })
  @ApiNoContentResponse({ description: 'The user is unrestricted.' })
  async view(
    @CurrentCaller() { key }: Caller,
    @Param('username') username: string,
    @Res({ passthrough: true }) response: Response,
  ) {
    const grants = await this.grants.view(key, username);
    if (!grants) response.status(204);
    return grants;
  }

  @Endpoint('account.user.setGrants')
  @ApiOkResponse({ schema: GRANTS, description: 'Done.' })
  @ApiBody({ type: GrantsRequest })
  change(
    @CurrentCaller() caller: Caller,
    @Param('username') username: string,
    @RawBody() body: Record<string, unknown>,
  ) {
    return this.grants.change(caller, username, body);
  }
}
