import { Inject, Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { EventsService } from '../../events/events.service.js';
import { SETTINGS, type Settings } from '../../shared/config/settings.js';
import { Clock } from '../../shared/time/clock.js';
import { reasonText } from '../../shared/validation/rule.js';
import { label } from '../../shared/validation/rules.js';
import { actorOf } from '../login/completed-logins.js';
import { LiveLogins } from '../login/live-logins.js';
import type { Visitor } from '../login/visitor.js';
import { passkeyAddedEvent, passkeyRemovedEvent, passkeyRenamedEvent } from '../sign-in.events.js';
import { PasskeyChallenges } from './passkey-challenges.js';
import type { PasskeyEntity } from './passkey.entity.js';
import { PasskeysRepository } from './passkeys.repository.js';
import { presentedCredential } from './presented-credential.js';
import { RelyingParty } from './relying-party.js';
import type { SignedInUser } from '../login/login-user.js';

/** The maximum number of passkeys of a user. */
export const MAX_PASSKEYS = 25;
const MAX_NAME = 64;

/** The outcome of adding a passkey. `invalid` covers challenges that were used or have expired. */
export type Addition = 'added' | 'full' | 'known' | 'invalid';

/** Lets users see, add, rename and remove their passkeys (D-311). */
@Injectable()
export class Passkeys {
  constructor(
    private readonly database: Database,
    private readonly passkeys: PasskeysRepository,
    private readonly challenges: PasskeyChallenges,
    private readonly relyingParty: RelyingParty,
    private readonly logins: LiveLogins,
    private readonly events: EventsService,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  list({ userId }: SignedInUser): Promise<PasskeyEntity[]> {
    return this.passkeys.list(this.database, userId);
  }

  /** Describes what is wrong with a passkey's name; undefined when it is valid. */
  nameFault(name: string): string | undefined {
    return reasonText(label(1, MAX_NAME).check(name, 'name', this.settings));
  }

  /**
   * Options for the creation of a passkey in the browser. The caller has checked the password.
   * @param session the login's token; a passkey can be added only within this login
   */
  async creationOptions(user: SignedInUser, session: string): Promise<object> {
    const known = await this.list(user);
    return this.relyingParty.creationOptions(user, this.challenges.issue(addPurpose(session)), known);
  }

  /** @throws LoginEnded */
  async add(
    user: SignedInUser,
    session: string,
    { name, credential }: { readonly name: string; readonly credential: string | null },
    visitor: Visitor,
  ): Promise<Addition> {
    const presented = presentedCredential(credential);
    if (!presented || !this.challenges.isLive(presented.challenge, addPurpose(session))) return 'invalid';
    const created = await this.relyingParty.created(presented);
    if (!created) return 'invalid';
    const { accountId, userId } = user;
    return this.database.transaction(async (tx): Promise<Addition> => {
      await this.logins.require(tx, user, visitor);
      if (!(await this.challenges.spend(tx, presented.challenge))) return 'invalid';
      if ((await this.passkeys.count(tx, userId)) >= MAX_PASSKEYS) return 'full';
      const passkey = { ...created, accountId, userId, name, created: this.clock.now() };
      if (!(await this.passkeys.insert(tx, passkey))) return 'known';
      this.events.record(tx, actorOf(user, visitor), passkeyAddedEvent(user, name));
      return 'added';
    });
  }

  /**
   * Does nothing when the user has no such passkey.
   * @throws LoginEnded
   */
  async rename(
    user: SignedInUser,
    { id, name }: Pick<PasskeyEntity, 'id' | 'name'>,
    visitor: Visitor,
  ): Promise<void> {
    await this.database.transaction(async (tx) => {
      await this.logins.require(tx, user, visitor);
      const old = await this.passkeys.rename(tx, user.userId, id, name);
      if (old === undefined || old === name) return;
      this.events.record(tx, actorOf(user, visitor), passkeyRenamedEvent(user, old, name));
    });
  }

  /** @throws LoginEnded */
  async remove(user: SignedInUser, id: number, visitor: Visitor): Promise<void> {
    await this.database.transaction(async (tx) => {
      await this.logins.require(tx, user, visitor);
      const name = await this.passkeys.delete(tx, user.userId, id);
      if (name !== undefined) this.events.record(tx, actorOf(user, visitor), passkeyRemovedEvent(user, name));
    });
  }
}

function addPurpose(session: string): string {
  return `add ${session}`;
}
