import { Injectable } from '@nestjs/common';
import type { Caller, CallerKey } from '../../access/caller.js';
import { APP } from '../../access/oauth-clients/authorized-app.resource.js';
import { APPS } from '../../access/oauth-clients/authorized-apps.sql.js';
import { AppAccess } from '../../access/users/app-access.js';
import { Database } from '../../database/database.js';
import { EventsService } from '../../events/events.service.js';
import { NotFound } from '../../shared/errors/errors.js';
import { pageOf } from '../../shared/lists/collection.js';
import type { ListRequest } from '../../shared/lists/list-request.js';
import { Clock } from '../../shared/time/clock.js';

@Injectable()
export class AppsService {
  constructor(
    private readonly appAccess: AppAccess,
    private readonly database: Database,
    private readonly events: EventsService,
    private readonly clock: Clock,
  ) {}

  async list(key: CallerKey, request: ListRequest) {
    return pageOf(await APPS.page(this.database, request, [key, this.clock.now()]), APP.shown);
  }

  /**
   * Also ends the personal tokens that the application created (D-208).
   * @throws NotFound when the user has no such live app
   */
  revoke(caller: Caller, id: number) {
    return this.database.transaction(async (tx) => {
      const events = await this.appAccess.end(tx, caller, id);
      if (!events) throw new NotFound();
      this.events.recordAll(tx, caller, events);
      return {};
    });
  }
}
