import { Controller } from '@nestjs/common';
import { ApiBody, ApiOkResponse } from '@nestjs/swagger';
import type { Caller } from '../../access/caller.js';
import { CurrentCaller } from '../../access/caller.decorator.js';
import { Endpoint } from '../../access/endpoint.decorator.js';
import { BodyText } from '../../access/raw-body.decorator.js';
import { PreferencesService } from './preferences.service.js';

const ANY_OBJECT = { schema: { type: 'object', additionalProperties: true } };

@Controller()
export class PreferencesController {
  constructor(private readonly preferences: PreferencesService) {}

  @Endpoint('profile.preferences.view')
  @ApiOkResponse(ANY_OBJECT)
  async view(@CurrentCaller() caller: Caller): Promise<Buffer> {
    return Buffer.from(await this.preferences.of(caller));
  }

  @Endpoint('profile.preferences.update')
  @ApiBody(ANY_OBJECT)
  @ApiOkResponse(ANY_OBJECT)
  async replace(@CurrentCaller() caller: Caller, @BodyText() body: string): Promise<Buffer> {
    return Buffer.from(await this.preferences.replace(caller, body));
  }
}
