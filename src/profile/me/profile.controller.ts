import { Body, Controller } from '@nestjs/common';
import type { Caller, CallerKey } from '../../auth/caller.js';
import { Key, TheCaller } from '../../auth/caller.decorator.js';
import { Endpoint } from '../../auth/endpoint.decorator.js';
import { UpdateProfileRequest } from './profile.requests.js';
import { ProfileService } from './profile.service.js';
import { ProfileView } from './profile.view.js';

@Controller()
export class ProfileController {
  constructor(private readonly profile: ProfileService) {}

  @Endpoint('profile.view')
  view(@Key() key: CallerKey): Promise<ProfileView> {
    return this.profile.view(key);
  }

  @Endpoint('profile.update')
  update(@TheCaller() caller: Caller, @Body() request: UpdateProfileRequest): Promise<ProfileView> {
    return this.profile.update(caller, request);
  }
}
