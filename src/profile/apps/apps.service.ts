import { Injectable } from '@nestjs/common';
import type { Caller, CallerKey } from '../../access/caller.js';
import { ApplicationTokensRepository } from '../../access/credentials/application-tokens.repository.js';
import { tokenReference } from '../../access/credentials/token.events.js';
import { APP } from '../../access/oauth-clients/authorized-app.resource.js';
import { AuthorizedAppsRepository } from '../../access/oauth-clients/authorized-apps.repository.js';
import { OwnersRepository } from '../../access/owners.repository.js';
import { appRevoked } from '../../access/users/user.events.js';
import { Database } from '../../database/database.js';
import { EventsService } from '../../events/events.service.js';
import { NotFound } from '../../shared/errors/errors.js';
import { pageOf } from '../../shared/lists/collection.js';
import type { ListRequest } from '../../shared/lists/list-request.js';
import { Clock } from '../../shared/time/clock.js';

@Injectable()
export class AppsService {
  constructor(
    private readonly apps: AuthorizedAppsRepository,
    private readonly owners: OwnersRepository,
    private readonly madeTokens: ApplicationTokensRepository,
    private readonly database: Database,
    private readonly events: EventsService,
    private readonly clock: Clock,
  ) {}

  async list(key: CallerKey, request: ListRequest) {
    return pageOf(await this.apps.list(key, request, this.clock.now()), APP.shown);
  }

  /**
   * Also ends the personal tokens that the application created (D-208).
   * @throws NotFound when the user has no such live app
   */
  revoke(caller: Caller, id: number) {
    const { userId } = caller;
    return this.database.transaction(async (tx) => {
      await this.owners.lockUser(tx, userId);
      const app = await this.apps.delete(tx, userId, id, this.clock.now());
      if (!app) throw new NotFound();
      this.events.record(tx, caller, appRevoked(caller));
      for (const token of await this.madeTokens.end(tx, { userId, clientId: app.clientId })) {
        this.events.record(tx, caller, { action: 'token_delete', entity: tokenReference(token) });
      }
      return {};
    });
  }
}
