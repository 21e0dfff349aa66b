import { Inject, Injectable } from '@nestjs/common';
import type { Caller, CallerKey } from '../../access/caller.js';
import { UsersService } from '../../access/users/users.service.js';
import { EventsService } from '../../events/events.service.js';
import { SETTINGS, type Settings } from '../../shared/config/settings.js';
import { Database } from '../../database/database.js';
import { Forbidden, Unauthenticated } from '../../shared/errors/errors.js';
import { RequestDraft } from '../../shared/validation/checked-request.js';
import { profileReference } from '../../access/users/user.events.js';
import { ProfileRepository } from './profile.repository.js';
import { shownProfile } from './profile.resource.js';
import { UpdateProfileRequest } from './update-profile.request.js';
import { freesItself, profileFaults } from './profile.rules.js';

/** The acting user's own settings (spec: Profile). */
@Injectable()
export class ProfileService {
  constructor(
    private readonly database: Database,
    private readonly profiles: ProfileRepository,
    private readonly users: UsersService,
    private readonly events: EventsService,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  async view(key: CallerKey) {
    return shownProfile(await this.profiles.find(key), this.settings.publicUrl);
  }

  /**
   * @throws Forbidden when a restricted user lifts the own restriction (D-68); Unauthenticated when
   * the user was deleted; Invalid for all other faults
   */
  async update(caller: Caller, body: object) {
    // D-186: this refusal comes before the faults of other fields.
    if (freesItself(caller, body)) throw new Forbidden();
    const draft = new RequestDraft(UpdateProfileRequest, body, this.settings);
    const { valid } = draft;
    const row = await this.database.transaction(async (tx) => {
      const user = await this.profiles.lock(tx, caller.userId);
      if (!user) throw new Unauthenticated();
      if (freesItself(user, valid)) throw new Forbidden();
      // Locks the account: when two users restrict themselves at once, the second one sees the
      // first (D-68).
      const isLastUnrestricted =
        valid.restricted === true &&
        (await this.users.isLastUnrestricted(tx, caller.accountId, caller.userId));
      const request = draft.validated(profileFaults({ ...user, isLastUnrestricted }, valid));
      await this.users.startWithoutGrants(tx, user, request.restricted);
      const { isChanged } = await this.profiles.update(tx, user, request);
      const event = { action: 'profile_update', entity: profileReference(caller) } as const;
      this.events.recordUpdate(tx, caller, event, isChanged);
      return this.profiles.find(caller.key, tx);
    });
    return shownProfile(row, this.settings.publicUrl);
  }
}
