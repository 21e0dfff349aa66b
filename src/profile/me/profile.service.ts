import { Inject, Injectable } from '@nestjs/common';
import type { Caller, CallerKey } from '../../auth/caller.js';
import { Events } from '../../events/events.service.js';
import { SETTINGS, type Settings } from '../../shared/config/settings.js';
import { Database } from '../../shared/database/database.js';
import { Forbidden, Invalid, NotFound } from '../../shared/errors/errors.js';
import { profileUpdate } from '../profile.events.js';
import { trimmedSshKey } from '../ssh-keys/ssh-key.rules.js';
import { ProfileRepository, type ProfileColumns } from './profile.repository.js';
import type { UpdateProfileRequest } from './profile.requests.js';
import { freesItself, profileFaults } from './profile.rules.js';
import { shownProfile, type ProfileView } from './profile.view.js';

/** The acting user's own settings (spec: Profile). */
@Injectable()
export class ProfileService {
  constructor(
    private readonly database: Database,
    private readonly profiles: ProfileRepository,
    private readonly events: Events,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  async view(key: CallerKey): Promise<ProfileView> {
    const row = await this.profiles.find(key);
    if (!row) throw new NotFound();
    return shownProfile(row, this.settings.publicUrl);
  }

  async update(caller: Caller, request: UpdateProfileRequest): Promise<ProfileView> {
    const row = await this.database.transaction(async (tx) => {
      const user = await this.profiles.lock(tx, caller.accountId, caller.userId);
      if (!user) throw new NotFound();
      if (freesItself(user, request)) throw new Forbidden();
      const faults = profileFaults(user, request);
      if (faults.length > 0) throw new Invalid(faults);
      await this.events.record(tx, profileUpdate(caller));
      return this.profiles.update(tx, caller.userId, columnsOf(request));
    });
    if (!row) throw new NotFound();
    return shownProfile(row, this.settings.publicUrl);
  }
}

function columnsOf(request: UpdateProfileRequest): ProfileColumns {
  return {
    authorizedKeys: request.authorized_keys?.map(trimmedSshKey) ?? request.authorized_keys,
    email: request.email,
    emailNotifications: request.email_notifications,
    ipWhitelistEnabled: request.ip_whitelist_enabled,
    lishAuthMethod: request.lish_auth_method,
    restricted: request.restricted,
    timezone: request.timezone,
  };
}
