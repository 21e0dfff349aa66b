import { Injectable } from '@nestjs/common';
import type { Caller } from '../../access/caller.js';
import { Database } from '../../database/database.js';
import type { Reader } from '../../database/reader.js';
import type { ListRequest } from '../../shared/lists/list-request.js';
import { pageOf } from '../../shared/lists/collection.js';
import { eventView } from './event.view.js';
import { AccountEventsRepository } from './account-events.repository.js';

/** Shows events, and marks them as read or seen for the acting user (D-131, D-136). */
@Injectable()
export class AccountEventsService {
  constructor(
    private readonly events: AccountEventsRepository,
    private readonly database: Database,
  ) {}

  async list(caller: Caller, request: ListRequest) {
    return pageOf(await this.events.list(this.reader(caller), caller, request), eventView);
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

  /**
   * Restricted users read from the primary: a standby may lag, and a revoked grant must count at
   * once.
   */
  private reader({ restricted }: Caller): Reader {
    const { history, hasReplica } = this.database;
    return hasReplica && !restricted ? history : this.database;
  }
}
