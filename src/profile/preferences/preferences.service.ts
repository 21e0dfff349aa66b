import { Injectable } from '@nestjs/common';
import { AccessFacts } from '../../access/access-facts.js';
import type { Caller } from '../../access/caller.js';
import { EventsService } from '../../events/events.service.js';
import { Database } from '../../database/database.js';
import { Invalid } from '../../shared/errors/errors.js';
import { profileReference } from '../../access/users/user.events.js';
import { compactJson } from './compact-json.js';
import { PreferencesRepository } from './preferences.repository.js';
import { preferencesFault } from './preferences.rules.js';

const NONE = '{}';

/** Preferences per user and OAuth client, as JSON text (spec: User preferences; D-86). */
@Injectable()
export class PreferencesService {
  constructor(
    private readonly access: AccessFacts,
    private readonly database: Database,
    private readonly preferences: PreferencesRepository,
    private readonly events: EventsService,
  ) {}

  /** @throws Unauthenticated when the credential has ended meanwhile */
  async of(caller: Caller): Promise<string> {
    const stored = await this.preferences.find(caller.userId, caller.clientId);
    if (stored === undefined) await this.access.requireLive(caller);
    return stored ?? NONE;
  }

  /**
   * @param body the request's body: the JSON text of an object
   * @returns the stored text
   * @throws Invalid when the text is too long (spec: Profile rule 6)
   */
  async replace(caller: Caller, body: string): Promise<string> {
    const stored = compactJson(body);
    const reason = preferencesFault(stored);
    if (reason) throw new Invalid([{ field: '', ...reason }]);
    const { accountId, userId, clientId } = caller;
    await this.database.transaction(async (tx) => {
      const before = (await this.preferences.findLocked(tx, userId, clientId)) ?? NONE;
      const isChanged = before !== stored;
      if (isChanged) await this.preferences.put(tx, { accountId, userId, clientId, preferences: stored });
      const event = { action: 'profile_update', entity: profileReference(caller) } as const;
      this.events.recordUpdate(tx, caller, event, isChanged);
    });
    return stored;
  }
}
