import { Injectable } from '@nestjs/common';
import { PersonalTokensRepository } from '../../access/credentials/personal-tokens.repository.js';
import { tokenDeleted } from '../../access/credentials/token.events.js';
import { NarrowingRepository } from '../../access/narrowing/narrowing.repository.js';
import type { Narrowable } from '../../access/narrowing/narrowing.js';
import type { NamedEntity } from '../../access/narrowing/narrowing.sql.js';
import { AuthorizedAppsRepository } from '../../access/oauth-clients/authorized-apps.repository.js';
import { AppAccess } from '../../access/users/app-access.js';
import type { TokenEntity } from '../../access/token.entity.js';
import { Database } from '../../database/database.js';
import { EventsService } from '../../events/events.service.js';
import { Clock } from '../../shared/time/clock.js';
import { shownTime } from '../../shared/time/date-time.js';
import { describeRestrictions } from '../pages/restriction-descriptions.js';
import { actorOf } from './completed-logins.js';
import { LiveLogins } from './live-logins.js';
import type { Visitor } from './visitor.js';
import type { SignedInUser } from './login-user.js';

/** An application or a personal token that may act for a user. */
export interface GivenAccess {
  readonly id: number;
  readonly label: string;
  readonly scopes: readonly string[];
  /** What a narrowed token is restricted to, a sentence each (D-237). */
  readonly restrictions: readonly string[];
  readonly created: string;
  /** The day; null for never. */
  readonly lastUsed: string | null;
}

/** Lets users see and end the access of applications and personal tokens. */
@Injectable()
export class GivenAccessService {
  constructor(
    private readonly database: Database,
    private readonly apps: AuthorizedAppsRepository,
    private readonly personal: PersonalTokensRepository,
    private readonly narrowing: NarrowingRepository,
    private readonly appAccess: AppAccess,
    private readonly logins: LiveLogins,
    private readonly events: EventsService,
    private readonly clock: Clock,
  ) {}

  async list({ userId }: SignedInUser): Promise<{
    readonly apps: readonly GivenAccess[];
    readonly tokens: readonly GivenAccess[];
  }> {
    const now = this.clock.now();
    const [apps, tokens] = await Promise.all([
      this.apps.ofUser(userId, now),
      this.personal.ofUser(userId, now),
    ]);
    return {
      apps: apps.map((app) => ({ ...shown(app), restrictions: [] })),
      tokens: await this.withRestrictions(tokens),
    };
  }

  private async withRestrictions(tokens: readonly TokenEntity[]): Promise<GivenAccess[]> {
    const ids = tokens.flatMap(({ id, narrowed }) => (narrowed ? id : []));
    const ofKind = (kind: Narrowable) =>
      ids.length === 0 ? [] : this.narrowing.named(this.database, kind, ids);
    const [domain, vpc, image] = await Promise.all([ofKind('domain'), ofKind('vpc'), ofKind('image')]);
    return tokens.map((token) => {
      const own = (entities: readonly NamedEntity[]) =>
        entities.filter(({ tokenId }) => tokenId === token.id);
      const named = { domain: own(domain), vpc: own(vpc), image: own(image) };
      return { ...shown(token), restrictions: token.narrowed ? describeRestrictions(token, named) : [] };
    });
  }

  /**
   * Also ends the personal tokens that the application made (D-208). Does nothing when the user has
   * no such live app.
   * @throws LoginEnded
   */
  endApp(user: SignedInUser, visitor: Visitor, id: number): Promise<void> {
    return this.database.transaction(async (tx) => {
      await this.logins.require(tx, user, visitor);
      const events = await this.appAccess.end(tx, user, id);
      if (events) this.events.recordAll(tx, actorOf(user, visitor), events);
    });
  }

  /**
   * Does nothing when the user has no such live token.
   * @throws LoginEnded
   */
  endToken(user: SignedInUser, visitor: Visitor, id: number): Promise<void> {
    return this.database.transaction(async (tx) => {
      await this.logins.require(tx, user, visitor);
      const token = await this.personal.delete(tx, user.userId, id, this.clock.now());
      if (token) this.events.record(tx, actorOf(user, visitor), tokenDeleted(token));
    });
  }
}

function shown({
  id,
  label,
  scopes,
  created,
  lastUsed,
}: Pick<GivenAccess, 'id' | 'label' | 'lastUsed'> & {
  readonly scopes: string;
  readonly created: Date | string;
}) {
  return { id, label, scopes: scopes.split(' '), created: shownTime(created), lastUsed };
}
