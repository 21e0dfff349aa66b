import { Injectable } from '@nestjs/common';
import type { CallerKey } from '../../auth/caller.js';
import { Database } from '../../database/database.js';
import type { Reader, Tx } from '../../database/reader.js';
import type { ListRequest } from '../../shared/lists/list-request.js';
import type { Page } from '../../shared/lists/collection.js';
import type { EventRow } from './event.view.js';
import { EVENTS, VIEW, MARK_READ, MARK_SEEN } from './account-events.sql.js';

@Injectable()
export class AccountEventsRepository {
  constructor(private readonly database: Database) {}

  list(reader: Reader, key: CallerKey, request: ListRequest): Promise<Page<EventRow>> {
    return EVENTS.page(reader, request, [key]);
  }

  find(key: CallerKey, id: number): Promise<EventRow | undefined> {
    return this.database.row(VIEW, [key, id]);
  }

  async markRead(tx: Tx, userId: number, id: number): Promise<void> {
    await tx.run(MARK_READ, [userId, id]);
  }

  async markSeen(tx: Tx, userId: number, id: number): Promise<void> {
    await tx.run(MARK_SEEN, [userId, id]);
  }
}
