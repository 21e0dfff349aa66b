import { Injectable } from '@nestjs/common';
import type { Caller } from '../../access/caller.js';
import { Database } from '../../database/database.js';
import type { ListRequest } from '../../shared/lists/list-request.js';
import { pageOf } from '../../shared/lists/collection.js';
import { eventView } from './event.view.js';
import { EVENTS, EVENTS_OF_RESTRICTED } from './account-events.sql.js';
import { AccountEventsRepository } from './account-events.repository.js';

/** Shows events, and marks them as read or seen for the acting user (D-131, D-136). */
@Injectable()
export class AccountEventsService {
  constructor(
    private readonly events: AccountEventsRepository,
    private readonly database: Database,
  ) {}

  async list({ key, restricted, accountAccess }: Caller, request: ListRequest) {
    const events = restricted && accountAccess === null ? EVENTS_OF_RESTRICTED : EVENTS;
    // A standby may lag, but a revoked grant of a restricted user must count at once.
    const reader = restricted ? this.database : this.database.history;
    return pageOf(await events.page(reader, request, [key]), eventView);
  }

  async markRead(caller: Caller, id: number) {
    await this.database.transaction((tx) => this.events.markRead(tx, caller, id));
    return {};
  }

  /** Marks this event and all older ones. */
  async markSeen(caller: Caller, id: number) {
    await this.database.transaction((tx) => this.events.markSeen(tx, caller.userId, id));
    return {};
  }
}
