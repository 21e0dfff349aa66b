import { Controller } from '@nestjs/common';
import { ApiBody } from '@nestjs/swagger';
import type { Caller } from '../../access/caller.js';
import { CurrentCaller } from '../../access/caller.decorator.js';
import { Endpoint } from '../../access/endpoint.decorator.js';
import { RawBody } from '../../access/raw-body.decorator.js';
import { Answers } from '../../shared/http/response/answers.decorator.js';
import { PROFILE } from './profile.resource.js';
import { ProfileService } from './profile.service.js';
import { UpdateProfileRequest } from './update-profile.request.js';

@Controller()
export class ProfileController {
  constructor(private readonly profile: ProfileService) {}

  @Endpoint('profile.view')
  @Answers(PROFILE.response)
  view(@CurrentCaller() { key }: Caller) {
    return this.profile.view(key);
  }

  @Endpoint('profile.update')
  @ApiBody({ type: UpdateProfileRequest })
  @Answers(PROFILE.response)
  update(@CurrentCaller() caller: Caller, @RawBody() body: object) {
    return this.profile.update(caller, body);
  }
}
