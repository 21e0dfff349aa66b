import { Injectable } from '@nestjs/common';
import type { Caller, CallerKey } from '../../access/caller.js';
import { profileReference } from '../../access/users/user.events.js';
import { Database } from '../../database/database.js';
import { EventsService } from '../../events/events.service.js';
import { NotFound } from '../../shared/errors/errors.js';
import { pageOf } from '../../shared/lists/collection.js';
import type { ListRequest } from '../../shared/lists/list-request.js';
import { Clock } from '../../shared/time/clock.js';
import { DEVICE } from './device.resource.js';
import { DevicesRepository } from './devices.repository.js';
import { DEVICES } from './devices.sql.js';

@Injectable()
export class DevicesService {
  constructor(
    private readonly devices: DevicesRepository,
    private readonly database: Database,
    private readonly events: EventsService,
    private readonly clock: Clock,
  ) {}

  async list(key: CallerKey, request: ListRequest) {
    return pageOf(await DEVICES.page(this.database, request, [key, this.clock.now()]), DEVICE.shown);
  }

  /** @throws NotFound when the user has no such live device */
  revoke(caller: Caller, id: number) {
    return this.database.transaction(async (tx) => {
      if (!(await this.devices.delete(tx, caller.userId, id, this.clock.now()))) throw new NotFound();
      // spec: D-216.
      const message = 'A trusted device was removed.';
      this.events.record(tx, caller, { action: 'profile_update', entity: profileReference(caller), message });
      return {};
    });
  }
}
